import { FiberId } from "effect"

/**
 * How many fibers this process has begun: each takes the next number of Effect's own counter. The
 * call itself takes one as well.
 */
export const fibersSoFar = (): number => FiberId.unsafeMake().id
