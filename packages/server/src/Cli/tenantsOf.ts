import { type StorageError, type Tenant, Tenants } from "@telemark/core"
import { Effect, Option } from "effect"
import { type CommandFailed, noSuchTenant } from "./failures.js"

export const tenantOf = (
  name: string
): Effect.Effect<Tenant, CommandFailed | StorageError, Tenants> =>
  Effect.flatMap(Tenants, ({ get }) =>
    Effect.catchTag(get(name), "NotFound", () => noSuchTenant(name))
  )

export const tenantsOf = (
  name: Option.Option<string>
): Effect.Effect<ReadonlyArray<Tenant>, CommandFailed | StorageError, Tenants> =>
  Option.match(name, {
    onNone: () => Effect.flatMap(Tenants, ({ list }) => list),
    onSome: (text) => Effect.map(tenantOf(text), (found) => [found])
  })
