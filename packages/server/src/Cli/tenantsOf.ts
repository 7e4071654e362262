import { type StorageError, type Tenant, Tenants } from "@telemark/core"
import { Effect, Option } from "effect"
import { type CommandFailed, noSuchTenant } from "./failures.js"

/** The tenant of that name, or all of them. */
export const tenantsOf = (name: Option.Option<string>): Effect.Effect<ReadonlyArray<Tenant>, CommandFailed | StorageError, Tenants> =>
  Effect.flatMap(Tenants, ({ get, list }) =>
    Option.match(name, {
      onNone: () => list,
      onSome: (text) => get(text).pipe(Effect.map((found) => [found]), Effect.catchTag("NotFound", () => noSuchTenant(text)))
    }))
