import {
  type Database,
  inspectSecrets,
  type InvalidSecret,
  type SecretMissing,
  Secrets,
  type Services,
  type StorageError,
  type StoredKeys
} from "@telemark/core"
import { layerLinks, layerPublicPages, layerReturnPaths } from "@telemark/feedback"
import { Effect, Layer } from "effect"
import { type InvalidSettings, secretMissing, type Settings } from "../settings/Settings.js"
import { localLinks } from "./addresses.js"
import { mapError, SecretsNotUsable } from "./storage.js"

/** Fails if there is no key to encrypt with, before anything is opened or changed. */
export const requireSecret = ({
  database,
  secret
}: Settings): Effect.Effect<void, InvalidSettings> =>
  database._tag === "Postgres" && secret === undefined ? Effect.fail(secretMissing) : Effect.void

const orNotUsable = <A, R>(
  layer: Layer.Layer<A, InvalidSecret | SecretMissing | StorageError, StoredKeys | R>
): Layer.Layer<A, InvalidSettings | SecretsNotUsable, StoredKeys | R> =>
  mapError(layer, (error) =>
    error._tag === "StorageError" ? new SecretsNotUsable({ cause: error }) : secretMissing
  )

/** Decrypts stored secrets with the keys of the settings, or with those beside the database. */
export const layerSecrets = ({
  secret
}: Settings): Layer.Layer<Secrets, InvalidSettings | SecretsNotUsable, StoredKeys> =>
  orNotUsable(Secrets.layer(secret))

/**
 * Return paths for mail that goes through the relay, if a host is set for them, and the addresses
 * that mail carries to this server.
 */
export const layerPaths = (
  settings: Settings
): Layer.Layer<never, InvalidSettings | SecretsNotUsable, StoredKeys> =>
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

/** Answers the addresses that mail carries to this server. */
export const layerPages = (
  settings: Settings
): Layer.Layer<never, InvalidSettings | SecretsNotUsable, StoredKeys | Database | Services> =>
  orNotUsable(layerPublicPages(settings))

/**
 * Logs, in the background, stored secrets that can't be decrypted: otherwise mail and webhooks that
 * need them would wait for no visible reason.
 */
export const layerSecretsCheck: Layer.Layer<never, never, Secrets | Database> = Layer.effectDiscard(
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
