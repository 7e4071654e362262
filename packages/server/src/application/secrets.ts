import {
  inspectSecrets,
  type InvalidSecret,
  type SecretMissing,
  Secrets,
  type StorageError,
  type StoredKeys
} from "@telemark/core"
import { layerLinks, layerPublicPages, layerReturnPaths } from "@telemark/feedback"
import { Effect, Layer } from "effect"
import { secretMissing, type Settings } from "../settings/Settings.js"
import { localLinks } from "./addresses.js"
import { mapError, SecretsNotUsable } from "./storage.js"

/** Before anything is opened or changed. */
export const requireSecret = ({ database, secret }: Settings) =>
  database._tag === "Postgres" && secret === undefined ? Effect.fail(secretMissing) : Effect.void

const orNotUsable = <A, R>(
  layer: Layer.Layer<A, InvalidSecret | SecretMissing | StorageError, StoredKeys | R>
) =>
  mapError(layer, (error) =>
    error._tag === "StorageError" ? new SecretsNotUsable({ cause: error }) : secretMissing
  )

/** With the keys of the settings, or with those beside the database. */
export const layerSecrets = ({ secret }: Settings) => orNotUsable(Secrets.layer(secret))

/**
 * Return paths for mail that goes through the relay, and the addresses that mail carries to this
 * server.
 */
export const layerPaths = (settings: Settings) =>
  orNotUsable(
    Layer.merge(
      layerReturnPaths({ ...settings.returnPath, secret: settings.secret }),
      layerLinks({
        ...settings,
        localUrl: localLinks(settings),
        returnPathHost: settings.returnPath?.host
      })
    )
  )

export const layerPages = (settings: Settings) => orNotUsable(layerPublicPages(settings))

/** In the background: mail and webhooks that need such secrets would wait for no visible reason. */
export const layerSecretsCheck = Layer.effectDiscard(
  inspectSecrets.pipe(
    Effect.flatMap(({ damaged, total, unknownKey }) =>
      unknownKey + damaged === 0
        ? Effect.void
        : Effect.logError(
            "stored secrets can't be decrypted with the present keys; mail and webhooks that need them wait. Check TELEMARK_SECRET or the key file. " +
              "`telemark doctor` shows more",
            { total, unknown_key: unknownKey, damaged }
          )
    ),
    Effect.catch((error) =>
      Effect.logWarning("the stored secrets could not be checked", { reason: error.message })
    ),
    Effect.forkScoped
  )
)
