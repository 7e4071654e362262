import { type StorageError, type Tenant, Tenants } from "@telemark/core"
import { Effect, Option } from "effect"
import { type CommandFailed, noSuchTenant } from "./failures.js"

/** The tenant of that name. */
export const tenantOf = (name: string): Effect.Effect<Tenant, CommandFailed | StorageError, Tenants> =>
  Effect.flatMap(Tenants, ({ get }) => Effect.catchTag(get(name), "NotFound", () => noSuchTenant(name)))

/** The tenant of that name, or all of them. */
export const tenantsOf = (name: Option.Option<string>): Effect.Effect<ReadonlyArray<Tenant>, CommandFailed | StorageError, Tenants> =>
  Option.match(name, {
    onNone: () => Effect.flatMap(Tenants, ({ list }) => list),
    onSome: (text) => Effect.map(tenantOf(text), (found) => [found])
  })
