import { NotFound, type Success, success, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"

export const orNotFound = <A, E, R>(
  found: Effect.Effect<A | undefined, E, R>
): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(found, (one) => (one === undefined ? new NotFound() : Effect.succeed(one)))

/** `done`: whether there was one to do it to. */
export const doneOrNotFound = <E, R>(
  done: Effect.Effect<boolean, E, R>
): Effect.Effect<Success, E | NotFound, R> =>
  Effect.flatMap(done, (isDone) => (isDone ? Effect.succeed(success) : new NotFound()))

/** Why a tenant gets no more of something: it has `max` already. */
export const tooMany = (
  what: string,
  max: number,
  remedy = "Remove one first."
): ValidationFailed =>
  ValidationFailed.at("body", `can't be added: there are ${String(max)} ${what} already. ${remedy}`)
