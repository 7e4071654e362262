import { ConfigProvider, Effect } from "effect"

/** Runs an effect that finds these variables alone in its environment. */
export const withEnvironment = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  environment: Readonly<Record<string, string>>
): Effect.Effect<A, E, R> =>
  Effect.provideService(
    effect,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: environment })
  )
