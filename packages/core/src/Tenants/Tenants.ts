import { decode, NotFound, type StorageError, type ValidationFailed, TenantExists } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { newId } from "../Ids/index.js"
import { CreateTenant, type Tenant, UpdateTenant } from "./Tenant.js"
import { TenantStore } from "./TenantStore.js"

export interface TenantsService {
  readonly create: (input: CreateTenant) => Effect.Effect<Tenant, ValidationFailed | TenantExists | StorageError>
  readonly get: (name: string) => Effect.Effect<Tenant, NotFound | StorageError>
  readonly getOrCreate: (name: string) => Effect.Effect<Tenant, ValidationFailed | StorageError>
  /** Newest first. */
  readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageError>
  readonly update: (name: string, changes: UpdateTenant) => Effect.Effect<Tenant, ValidationFailed | NotFound | StorageError>
  /**
   * Removes a tenant and everything of it: keys, mail and its log, templates, domains, suppressions, endpoints. Its keys are refused at once, and
   * what is queued isn't sent. Messages in flight may still be delivered; a worker removes within the next hour what they leave, and what an interrupted
   * removal left.
   */
  readonly remove: (name: string) => Effect.Effect<void, NotFound | StorageError>
}

const decodeCreate = decode(CreateTenant)
const decodeUpdate = decode(UpdateTenant)

const make: Effect.Effect<TenantsService, never, TenantStore> = Effect.map(TenantStore, (store) => {
  const create: TenantsService["create"] = (input) =>
    Effect.gen(function*() {
      const { default_from = null, monthly_limit = null, name } = yield* decodeCreate(input)
      const created_at = yield* Clock.currentTimeMillis
      const tenant: Tenant = { id: yield* newId("tn"), name, default_from, monthly_limit, track_opens: false, track_clicks: false, created_at }
      return (yield* store.insert(tenant)) ? tenant : yield* new TenantExists()
    })

  const get: TenantsService["get"] = (name) =>
    Effect.flatMap(store.findByName(name), (tenant) => tenant === undefined ? new NotFound() : Effect.succeed(tenant))

  const getOrCreate: TenantsService["getOrCreate"] = (name) =>
    get(name).pipe(
      Effect.catchTag("NotFound", () => create({ name })),
      // Another process created it between our look-up and our insert.
      Effect.catchTag("TenantExists", () => Effect.catchTag(get(name), "NotFound", (gone) => Effect.die(gone)))
    )

  const update: TenantsService["update"] = (name, changes) =>
    Effect.flatMap(decodeUpdate(changes), (decoded) =>
      Effect.flatMap(store.update(name, decoded), (tenant) => tenant === undefined ? new NotFound() : Effect.succeed(tenant)))

  const remove: TenantsService["remove"] = (name) =>
    Effect.gen(function*() {
      const id = yield* store.markRemoved(name, yield* Clock.currentTimeMillis)
      if (id === undefined) return yield* new NotFound()
      yield* store.clear(id)
    })

  return { create, get, getOrCreate, list: store.list, update, remove }
})

/** Tenants: there is no HTTP endpoint for them; the operator and the host application create them. */
export class Tenants extends Context.Tag("@telemark/core/Tenants")<Tenants, TenantsService>() {
  static readonly layer = Layer.effect(this, make)
}
