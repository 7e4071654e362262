import {
  CreateTenant,
  decode,
  ListTenants,
  NotFound,
  RemoveTenant,
  requestedPage,
  type StorageError,
  type Success,
  success,
  TenantExists,
  type TenantList,
  UpdateTenant,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { isId, newId } from "../../kernel/ids.js"
import type { Tenant } from "./Tenant.js"
import { TenantStore } from "./TenantStore.js"
import { tenantView } from "./tenantView.js"

export interface TenantsService {
  readonly create: (
    input: CreateTenant
  ) => Effect.Effect<Tenant, ValidationFailed | TenantExists | StorageError>
  readonly get: (name: string) => Effect.Effect<Tenant, NotFound | StorageError>
  readonly getOrCreate: (name: string) => Effect.Effect<Tenant, ValidationFailed | StorageError>
  /** Newest first. */
  readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageError>
  /** A page of them, as the operator sees them. */
  readonly page: (
    request?: ListTenants
  ) => Effect.Effect<TenantList, ValidationFailed | StorageError>
  readonly update: (
    name: string,
    changes: UpdateTenant
  ) => Effect.Effect<Tenant, ValidationFailed | NotFound | StorageError>
  /**
   * Removes a tenant and everything of it: keys, mail and its log, templates, domains,
   * suppressions, endpoints. Its keys are refused at once, and what is queued isn't sent. Messages
   * in flight may still be delivered; a worker removes within the next hour what they leave, and
   * what an interrupted removal left.
   */
  readonly remove: (name: string) => Effect.Effect<void, NotFound | StorageError>
  /**
   * `remove` for somebody who gives the name once more. Succeeds if there is no such tenant, so
   * that it can be repeated.
   */
  readonly removeConfirmed: (
    name: string,
    request?: Partial<RemoveTenant>
  ) => Effect.Effect<Success, ValidationFailed | StorageError>
}

const decodeCreate = decode(CreateTenant)
const decodeList = decode(ListTenants)
const decodeRemove = decode(RemoveTenant)
const decodeUpdate = decode(UpdateTenant)

const nothingBehind = () =>
  ValidationFailed.at("after", "must be the id of a tenant that exists; begin again without it")

const make: Effect.Effect<TenantsService, never, TenantStore> = Effect.map(TenantStore, (store) => {
  const create: TenantsService["create"] = (input) =>
    Effect.gen(function* () {
      const {
        default_from = null,
        missing = "warn",
        monthly_limit = null,
        name
      } = yield* Effect.fromResult(decodeCreate(input))
      const created_at = yield* Clock.currentTimeMillis
      const tenant: Tenant = {
        id: yield* newId("tn"),
        name,
        default_from,
        monthly_limit,
        track_opens: false,
        track_clicks: false,
        missing,
        created_at
      }
      return (yield* store.insert(tenant)) ? tenant : yield* new TenantExists()
    })

  const get: TenantsService["get"] = (name) =>
    Effect.flatMap(store.findByName(name), (tenant) =>
      tenant === undefined ? new NotFound() : Effect.succeed(tenant)
    )

  const getOrCreate: TenantsService["getOrCreate"] = (name) =>
    get(name).pipe(
      Effect.catchTag("NotFound", () => create({ name })),
      // Another process created it between our look-up and our insert.
      Effect.catchTag("TenantExists", () =>
        Effect.catchTag(get(name), "NotFound", (gone) => Effect.die(gone))
      )
    )

  const page: TenantsService["page"] = (input = {}) =>
    Effect.gen(function* () {
      const { after, q, ...request } = yield* Effect.fromResult(decodeList(input))
      const page = requestedPage(request)
      if (after !== undefined && page.offset > 0)
        return yield* ValidationFailed.at("after", "can't be combined with offset")
      const found =
        after === undefined || isId("tn", after)
          ? yield* store.page({ ...page, after }, q)
          : undefined
      if (found === undefined) return yield* nothingBehind()
      const last = found.length < page.limit ? undefined : found.at(-1)
      return { data: found.map(tenantView), ...page, next: last?.id ?? null }
    })

  const update: TenantsService["update"] = (name, changes) =>
    Effect.flatMap(Effect.fromResult(decodeUpdate(changes)), (decoded) =>
      Effect.flatMap(store.update(name, decoded), (tenant) =>
        tenant === undefined ? new NotFound() : Effect.succeed(tenant)
      )
    )

  const remove: TenantsService["remove"] = (name) =>
    Effect.gen(function* () {
      const id = yield* store.markRemoved(name, yield* Clock.currentTimeMillis)
      if (id === undefined) return yield* new NotFound()
      yield* store.clear(id)
    })

  const removeConfirmed: TenantsService["removeConfirmed"] = (name, input = {}) =>
    Effect.gen(function* () {
      const { confirm } = yield* Effect.fromResult(decodeRemove(input))
      if (confirm !== name)
        return yield* ValidationFailed.at("confirm", "must be the name of the tenant to remove")
      yield* Effect.catchTag(remove(name), "NotFound", () => Effect.void)
      return success
    })

  return { create, get, getOrCreate, list: store.list, page, update, remove, removeConfirmed }
})

/** Tenants: the operator and the host application create them. */
export class Tenants extends Context.Service<Tenants, TenantsService>()("@telemark/core/Tenants") {
  static readonly layer = Layer.effect(this, make)
}
