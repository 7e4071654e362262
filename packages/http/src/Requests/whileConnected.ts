import { Cause, Effect, Option } from "effect"
import type { IncomingRequest } from "./IncomingRequest.js"

/** What a handler ends with whose client has gone. */
const clientGone = Symbol("the client has hung up")

/** Whether a request was stopped because its client has gone: nobody is there to be answered, and nothing is wrong. */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  Option.contains(Cause.dieOption(cause), clientGone)

/**
 * Stops the work for a request when its client hangs up. For what costs much and decides nothing by itself: templates
 * that are compiled for nobody would keep their tenant's next save waiting.
 */
export const whileConnected = <A, E, R>(request: IncomingRequest, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, Effect.zipRight(request.parts.gone, Effect.die(clientGone)))
