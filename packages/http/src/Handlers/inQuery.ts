import { ValidationFailed } from "@telemark/core"
import { Effect } from "effect"

const toQuery = (error: ValidationFailed): ValidationFailed =>
  new ValidationFailed({ details: Object.fromEntries(Object.entries(error.details).map(([path, reasons]) => [`query.${path}`, reasons])) })

/** Tells what is wrong with parameters where they were given: core knows of no query. */
export const inQuery = <A, E, R>(
  effect: Effect.Effect<A, E | ValidationFailed, R>
): Effect.Effect<A, E | ValidationFailed, R> => Effect.mapError(effect, (error) => (error instanceof ValidationFailed ? toQuery(error) : error))
