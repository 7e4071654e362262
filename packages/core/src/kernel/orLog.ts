import { Effect } from "effect"

/** Logs why something failed, and goes on with `otherwise`. */
export const orLog =
  <B>(
    failed: string,
    otherwise: B,
    about: Readonly<Record<string, unknown>> = {},
    log = Effect.logWarning
  ) =>
  <A, E extends { readonly message: string }, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A | B, never, R> =>
    Effect.catch(effect, ({ message: reason }) =>
      Effect.as(log(failed, { ...about, reason }), otherwise)
    )
