import { Effect, Scope } from "effect"

/** Runs the finalizers that an effect adds all at once, or one after the other, within its scope. */
export const withFinalizers =
  (strategy: "parallel" | "sequential") =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Scope.Scope> =>
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.flatMap(Scope.fork(scope, strategy), (own) =>
        Effect.provideService(effect, Scope.Scope, own)
      )
    )
