import {
  ApiKeys,
  Brands,
  Feedback,
  HeldMail,
  Reputation,
  Sessions,
  Suppressions,
  Templates,
  Tenants,
  Topics
} from "@telemark/core"
import { layerKeyHasher } from "@telemark/http"
import { layerTemplates } from "@telemark/templates"
import { Layer } from "effect"
import type { Settings } from "../settings/Settings.js"
import { layerStorageOf, type StorageOptions } from "./storage.js"

/** Services that need neither secrets nor the network. */
export const layerAdministration = (settings: Settings, options?: StorageOptions) =>
  Layer.mergeAll(
    Sessions.layer.pipe(Layer.provideMerge(ApiKeys.layer(settings))),
    Feedback.layer,
    HeldMail.layer,
    Templates.layer.pipe(Layer.provideMerge(Brands.layer)),
    Reputation.layer(settings),
    Suppressions.layer,
    Tenants.layer,
    Topics.layer
  ).pipe(
    Layer.provide([layerKeyHasher, layerTemplates()]),
    Layer.provideMerge(layerStorageOf(settings.database, options))
  )
