import {
  ApiKeys,
  AuditLog,
  Brands,
  Feedback,
  HeldMail,
  makeSecrets,
  Reputation,
  Secrets,
  Sessions,
  StorageError,
  type StoredKeys,
  Suppressions,
  Templates,
  Tenants,
  Topics
} from "@telemark/core"
import { layerKeyHasher } from "@telemark/http"
import { layerTemplates } from "@telemark/templates"
import { Effect, Layer } from "effect"
import type { Settings } from "../settings/Settings.js"
import { layerStorageOf, type StorageOptions } from "./storage.js"

/**
 * Suppressions of erased people stand under a keyed hash, of which the key is sealed. Opened only for
 * tenants that have erased somebody: everything else goes without a secret, and makes no file for one.
 */
const layerSecretsIfNeeded = ({ secret }: Settings) =>
  Layer.effect(
    Secrets,
    Effect.map(
      Effect.flatMap(Effect.context<StoredKeys>(), (context) =>
        Effect.cached(Effect.provide(makeSecrets(secret), context))
      ),
      (made) => {
        const opened = Effect.mapError(
          made,
          (cause) => new StorageError({ reason: "unavailable", cause })
        )
        return Secrets.of({
          seal: (...given) => Effect.flatMap(opened, ({ seal }) => seal(...given)),
          open: (...given) => Effect.flatMap(opened, ({ open }) => open(...given)),
          isCurrent: (sealed) => Effect.flatMap(opened, ({ isCurrent }) => isCurrent(sealed))
        })
      }
    )
  )

/** Services that need neither secrets nor the network. */
export const layerAdministration = (settings: Settings, options?: StorageOptions) =>
  Layer.mergeAll(
    Sessions.layer.pipe(Layer.provideMerge(ApiKeys.layer(settings))),
    AuditLog.layer,
    Feedback.layer,
    HeldMail.layer,
    Templates.layer.pipe(Layer.provideMerge(Brands.layer)),
    Reputation.layer(settings),
    Suppressions.layer.pipe(Layer.provide(layerSecretsIfNeeded(settings))),
    Tenants.layer,
    Topics.layer
  ).pipe(
    Layer.provide([layerKeyHasher, layerTemplates()]),
    Layer.provideMerge(layerStorageOf(settings.database, options))
  )
