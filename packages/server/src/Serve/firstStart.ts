import { ApiKeys, allScopes, type StorageError, Tenants } from "@telemark/core"
import { Effect } from "effect"

/** What the first start on empty storage created. The key is shown only here. */
export interface FirstStart {
  readonly tenant: string
  readonly key: string
}

const tenant = "default"

/**
 * Creates the tenant `default` and a key with all scopes if there is no tenant. If two processes
 * start at once, only one of them does.
 */
export const firstStart: Effect.Effect<FirstStart | undefined, StorageError, Tenants | ApiKeys> =
  Effect.gen(function* () {
    const tenants = yield* Tenants
    const keys = yield* ApiKeys
    if ((yield* tenants.list).length > 0) return undefined
    const { id: tenant_id } = yield* tenants.create({ name: tenant })
    const { key } = yield* keys.create(
      { tenant_id, scopes: new Set(allScopes) },
      { name: "First key", scopes: allScopes }
    )
    return { tenant, key }
  }).pipe(
    Effect.catchTag("TenantExists", () => Effect.succeed(undefined)),
    Effect.catchTags({
      ValidationFailed: Effect.die,
      ScopeExceedsCaller: Effect.die,
      ApiKeysBusy: Effect.die
    })
  )
