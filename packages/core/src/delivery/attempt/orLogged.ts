import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"

/** Best effort: a storage failure is logged as `warning`, and answers `otherwise`. */
export const orLogged =
  (warning: string) =>
  <A>(attempt: Effect.Effect<A, StorageError>, otherwise: A): Effect.Effect<A> =>
    Effect.catch(attempt, ({ message: reason }) =>
      Effect.as(Effect.logWarning(warning, { reason }), otherwise)
    )
