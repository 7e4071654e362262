import {
  decode,
  type NotFound,
  type StorageError,
  type TrackingSettings,
  UpdateTracking,
  type ValidationFailed
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import { tenantQueries } from "../../accounts/tenants/tenantTable.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { orNotFound } from "../../operations/found.js"

interface TrackingService {
  /** Unless a send says otherwise. */
  readonly get: (tenant: Tenant) => Effect.Effect<TrackingSettings, NotFound | StorageError>
  /** For sends from now on. */
  readonly update: (
    tenant: Tenant,
    input: UpdateTracking
  ) => Effect.Effect<TrackingSettings, ValidationFailed | NotFound | StorageError>
}

export interface TrackingOptions {
  /** What addresses of this service in mail begin with. Without it, nothing is tracked. */
  readonly linkUrl?: string | undefined
}

const decodeUpdate = decode(UpdateTracking)

const make = ({ linkUrl }: TrackingOptions) =>
  Effect.gen(function* () {
    const { change } = yield* Database
    const tenants = yield* tenantQueries
    const settingsOf = ({ track_clicks, track_opens }: Tenant): TrackingSettings => ({
      opens: track_opens,
      clicks: track_clicks,
      available: linkUrl !== undefined
    })
    const get = ({ name }: Tenant) =>
      Effect.map(orNotFound(stored(tenants.findByName(name))), settingsOf)
    return Tracking.of({
      get,
      update: (tenant, input) =>
        Effect.flatMap(Effect.fromResult(decodeUpdate(input)), ({ clicks, opens }) =>
          clicks === undefined && opens === undefined
            ? get(tenant)
            : Effect.map(
                change(
                  orNotFound(
                    tenants.update(tenant.name, { track_opens: opens, track_clicks: clicks })
                  )
                ),
                settingsOf
              )
        )
    })
  })

/** Opens and clicks, neither at first. */
export class Tracking extends Context.Service<Tracking, TrackingService>()(
  "@telemark/core/Tracking"
) {
  static readonly layer = (options: TrackingOptions = {}): Layer.Layer<Tracking, never, Database> =>
    Layer.effect(this, make(options))
}
