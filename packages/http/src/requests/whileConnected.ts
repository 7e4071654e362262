import { Cause, Effect } from "effect"
import type { IncomingRequest } from "./IncomingRequest.js"

const clientGone = Symbol("the client has hung up")

/**
 * Whether a request was stopped because its client has gone: nothing is wrong, and no answer is
 * needed.
 */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect === clientGone)

/**
 * Stops work when the client hangs up. For expensive work without effects: useless compilations
 * would delay their tenant's next save.
 */
export const whileConnected = <A, E, R>(
  request: IncomingRequest,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, Effect.andThen(request.parts.gone, Effect.die(clientGone)))
