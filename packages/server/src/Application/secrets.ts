import { Secrets, type StoredKeys } from "@telemark/core"
import { Effect, Layer } from "effect"
import { type InvalidSettings, type Settings, secretMissing } from "../Settings/index.js"
import { SecretsNotUsable } from "../Storage/index.js"

/** Fails if there is no key to encrypt with, before anything is opened or changed. */
export const requireSecret = ({ database, secret }: Settings): Effect.Effect<void, InvalidSettings> =>
  database._tag === "Postgres" && secret === undefined ? Effect.fail(secretMissing) : Effect.void

/** Decrypts stored secrets with the keys of the settings, or with those beside the database. */
export const layerSecrets = ({ secret }: Settings): Layer.Layer<Secrets, InvalidSettings | SecretsNotUsable, StoredKeys> =>
  Layer.catchAll(Secrets.layer(secret), (error) =>
    Layer.fail(error._tag === "StorageError" ? new SecretsNotUsable({ cause: error }) : secretMissing))
