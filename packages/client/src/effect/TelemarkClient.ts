import { type Config, Context, Effect, Layer, Redacted } from "effect"
import { type ServiceOptions, serviceOf } from "../calls/options.js"
import { InvalidOptions } from "../errors/TelemarkError.js"
import type { Client } from "../generated/operations.js"
import { makeOperations } from "../operations/makeOperations.js"
import { checked, type Effects, makeRunner } from "./run.js"

/** As of `createClient`, with an API key that may be `Redacted`. */
export interface EffectClientOptions extends Omit<ServiceOptions, "apiKey"> {
  /** `tmk_…`. */
  readonly apiKey: Redacted.Redacted | string
}

/**
 * The operations as effects; lists over all pages are streams. Each run is a call with a new
 * Idempotency-Key, which covers only its own repetitions. If you retry a send yourself, give
 * `idempotencyKey`.
 */
export interface EffectClient extends Client<Effects> {}

export interface EffectClientConfig {
  /** Up to and including the version: `https://mail.example.com/v1`. */
  readonly baseUrl: Config.Config<string>
  /** `tmk_…`. */
  readonly apiKey: Config.Config<Redacted.Redacted>
}

/** A client of the service at `baseUrl`, which ends in `/v1`. Fails with `InvalidOptions`. */
export const make = ({
  apiKey,
  ...options
}: EffectClientOptions): Effect.Effect<EffectClient, InvalidOptions> =>
  checked(
    () =>
      makeOperations(
        makeRunner(
          serviceOf({
            ...options,
            apiKey: Redacted.isRedacted(apiKey) ? Redacted.value(apiKey) : apiKey
          })
        )
      ),
    (error) => error instanceof InvalidOptions
  )

/** The client as an Effect service. */
export class TelemarkClient extends Context.Service<TelemarkClient, EffectClient>()(
  "@telemark/client/TelemarkClient"
) {
  /** Fails with `InvalidOptions`. */
  static readonly layer = (
    options: EffectClientOptions
  ): Layer.Layer<TelemarkClient, InvalidOptions> => Layer.effect(TelemarkClient, make(options))

  /** From `{ baseUrl: Config.string("TELEMARK_URL"), apiKey: Config.redacted("TELEMARK_KEY") }`. */
  static readonly layerConfig = ({
    apiKey,
    baseUrl
  }: EffectClientConfig): Layer.Layer<TelemarkClient, InvalidOptions | Config.ConfigError> =>
    Layer.effect(TelemarkClient, Effect.flatMap(Effect.all({ apiKey, baseUrl }), make))
}
