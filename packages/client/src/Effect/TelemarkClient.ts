import { type Config, Context, Effect, Layer, Redacted } from "effect"
import type { ConfigError } from "effect/ConfigError"
import { type ServiceOptions, serviceOf } from "../Calls/index.js"
import { InvalidOptions } from "../Errors/index.js"
import { type Client, makeOperations } from "../Operations/index.js"
import { checked, type Effects, makeRunner } from "./run.js"

/** What a client is made with: those of `createClient`, but that the key may be `Redacted`. */
export interface EffectClientOptions extends Omit<ServiceOptions, "apiKey"> {
  /** `tmk_…`. */
  readonly apiKey: Redacted.Redacted | string
}

/**
 * The operations of the service as effects; lists that are read page by page are streams. Each run of an effect is a call of its own:
 * one that sends makes an Idempotency-Key for its own repetitions alone. Where you retry a send yourself, give `idempotencyKey`.
 */
export interface EffectClient extends Client<Effects> {}

/** Where a client's address and key are configured. */
export interface EffectClientConfig {
  /** Where the service is, up to and with the version: `https://mail.example.com/v1`. */
  readonly baseUrl: Config.Config<string>
  /** `tmk_…`. */
  readonly apiKey: Config.Config<Redacted.Redacted>
}

/** Makes a client of the service at `baseUrl`, which ends in `/v1`. Fails with `InvalidOptions` if the options can't be used. */
export const make = ({ apiKey, ...options }: EffectClientOptions): Effect.Effect<EffectClient, InvalidOptions> =>
  checked(
    () => makeOperations(makeRunner(serviceOf({ ...options, apiKey: Redacted.isRedacted(apiKey) ? Redacted.value(apiKey) : apiKey }))),
    (error) => error instanceof InvalidOptions
  )

/** The client, as a service. */
export class TelemarkClient extends Context.Tag("@telemark/client/TelemarkClient")<TelemarkClient, EffectClient>() {
  /** A client made of options; fails with `InvalidOptions` if they can't be used. */
  static readonly layer = (options: EffectClientOptions): Layer.Layer<TelemarkClient, InvalidOptions> => Layer.effect(TelemarkClient, make(options))

  /** A client whose address and key are configured: `{ baseUrl: Config.string("TELEMARK_URL"), apiKey: Config.redacted("TELEMARK_API_KEY") }`. */
  static readonly layerConfig = ({ apiKey, baseUrl }: EffectClientConfig): Layer.Layer<TelemarkClient, InvalidOptions | ConfigError> =>
    Layer.effect(TelemarkClient, Effect.flatMap(Effect.all({ apiKey, baseUrl }), make))
}
