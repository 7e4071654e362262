import {
  CreateTenant,
  decode,
  ListTenants,
  type NotFound,
  RemoveTenant,
  pageEndingWith,
  requestedPage,
  type StorageError,
  type Success,
  success,
  TenantExists,
  type TenantList,
  unknownAfter,
  UpdateTenant,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { isId, newId } from "../../kernel/ids.js"
import { orNotFound } from "../../operations/found.js"
import { newTenant, type Tenant, tenantView } from "./Tenant.js"
import { tenantRemoval } from "./tenantRemoval.js"
import { tenantQueries } from "./tenantTable.js"

interface TenantsService {
  readonly create: (
    input: CreateTenant
  ) => Effect.Effect<Tenant, ValidationFailed | TenantExists | StorageError>
  readonly get: (name: string) => Effect.Effect<Tenant, NotFound | StorageError>
  readonly getOrCreate: (name: string) => Effect.Effect<Tenant, ValidationFailed | StorageError>
  /** Newest first. */
  readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageError>
  /** As the operator sees them. */
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

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const tenants = yield* tenantQueries
  const { clear } = yield* tenantRemoval

  const create: TenantsService["create"] = (input) =>
    Effect.gen(function* () {
      const request = yield* Effect.fromResult(decodeCreate(input))
      const created_at = yield* Clock.currentTimeMillis
      const tenant = newTenant(yield* newId("tn"), request, created_at)
      return yield* change(
        Effect.flatMap(tenants.insert(tenant), (isNew) =>
          isNew ? Effect.succeed(tenant) : new TenantExists()
        )
      )
    })

  const get: TenantsService["get"] = (name) => orNotFound(stored(tenants.findByName(name)))

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
      const request = yield* Effect.fromResult(decodeList(input))
      const page = yield* Effect.fromResult(requestedPage(request))
      const { after: id, q = "" } = request
      const after =
        id !== undefined && isId("tn", id) ? yield* stored(tenants.findPosition(id)) : undefined
      if (id !== undefined && after === undefined) return yield* unknownAfter("a tenant")
      const found = yield* stored(tenants.page({ ...page, after }, q))
      return pageEndingWith(found, page, tenantView, (last) => last.id)
    })

  const update: TenantsService["update"] = (name, changes) =>
    Effect.flatMap(Effect.fromResult(decodeUpdate(changes)), (decoded) =>
      change(orNotFound(tenants.update(name, decoded)))
    )

  const remove: TenantsService["remove"] = (name) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* clear(yield* change(orNotFound(tenants.markRemoved(name, now))))
    })

  const removeConfirmed: TenantsService["removeConfirmed"] = (name, input = {}) =>
    Effect.gen(function* () {
      const { confirm } = yield* Effect.fromResult(decodeRemove(input))
      if (confirm !== name)
        return yield* ValidationFailed.at("confirm", "must be the name of the tenant to remove")
      yield* Effect.catchTag(remove(name), "NotFound", () => Effect.void)
      return success
    })

  const list = stored(tenants.list)

  return Tenants.of({ create, get, getOrCreate, list, page, update, remove, removeConfirmed })
})

/** The operator and the host application create them. */
export class Tenants extends Context.Service<Tenants, TenantsService>()("@telemark/core/Tenants") {
  static readonly layer = Layer.effect(this, make)
}
