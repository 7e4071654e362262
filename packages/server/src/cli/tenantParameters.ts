import {
  NotFound,
  type StorageError,
  type Tenant,
  Tenants,
  type ValidationFailed
} from "@telemark/core"
import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { commandFailed } from "./failures.js"
import { type LookedUp, optional } from "./parameters.js"

export const noSuchTenant = (name: string): string =>
  `There is no tenant "${name}". \`telemark tenants list\` lists all tenants, \`telemark tenants create\` makes one.`

export const listTenants = Tenants.use(({ list }) => list)

export const tenantOf = (name: string) =>
  Tenants.use(({ get }) =>
    Effect.catchTag(get(name), "NotFound", () => commandFailed("not_found", noSuchTenant(name)))
  )

export const namedTenant: LookedUp<Tenant> = {
  parameter: Argument.withDescription(Argument.String("name"), "The tenant's name."),
  find: tenantOf
}

const option = (description: string) => Flag.withDescription(Flag.String("tenant"), description)

export const requiredTenant = (description: string): LookedUp<Tenant> => ({
  parameter: option(description),
  find: tenantOf
})

/** `default` unless the option names another one. */
export const oneTenant = (description: string): LookedUp<Tenant> => ({
  parameter: Flag.withDefault(option(description), "default"),
  find: tenantOf
})

export const optionalTenant = (description: string): LookedUp<Tenant | undefined> => ({
  parameter: optional(option(description)),
  find: (name: string | undefined) =>
    name === undefined ? Effect.succeed(undefined) : tenantOf(name)
})

/** All tenants unless the option is given. */
export const eachTenant = (description: string): LookedUp<ReadonlyArray<Tenant>> => ({
  parameter: optional(option(description)),
  find: (name: string | undefined) =>
    name === undefined ? listTenants : Effect.map(tenantOf(name), (tenant) => [tenant])
})

/** Of the first tenant that has what is asked for. */
export const firstOf = <A, R>(
  tenants: ReadonlyArray<Tenant>,
  ask: (tenant: Tenant) => Effect.Effect<A, NotFound | ValidationFailed | StorageError, R>
) =>
  tenants.reduceRight<Effect.Effect<A, NotFound | ValidationFailed | StorageError, R>>(
    (others, tenant) => Effect.catchTag(ask(tenant), "NotFound", () => others),
    new NotFound()
  )
