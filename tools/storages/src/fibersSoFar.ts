import { Effect } from "effect"

/**
 * How many fibers this process has begun: each takes the next number of Effect's own counter. The
 * call itself begins one as well.
 */
export const fibersSoFar = (): number => Effect.runFork(Effect.void).id
