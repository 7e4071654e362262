import { allScopes, type CreateApiKey } from "@telemark/contract"
import { ApiKeys, KeyHasher } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { noon } from "./fixtures.js"

/** Hashes that cost nothing. */
const hasher = Layer.succeed(KeyHasher, {
  hash: (key) => Effect.succeed(`hash of ${key}`),
  verify: (key, hash) => Effect.succeed(hash === `hash of ${key}`)
})

/** API keys with these hashes. */
export const layerApiKeys = ApiKeys.layer().pipe(Layer.provide(hasher))

/** Runs an effect at a time, in epoch milliseconds. */
export const at =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.provideService(
        effect,
        Clock.Clock,
        Object.assign(Object.create(clock) as Clock.Clock, {
          currentTimeMillisUnsafe: () => millis,
          currentTimeMillis: Effect.succeed(millis)
        })
      )
    )

/** A new key of a tenant, with all scopes. */
export const newKey = (tenant_id = "tn_a", input: Partial<CreateApiKey> = {}) =>
  Effect.flatMap(ApiKeys, ({ create }) =>
    create(
      { tenant_id, scopes: new Set(allScopes) },
      { name: "Key", scopes: ["email:read"], rate_limit: 600, ...input }
    )
  ).pipe(at(noon))
