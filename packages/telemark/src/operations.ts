import { type Arguments, type GroupName, operations, type Operations, type Response } from "@telemark/contract"
import { allScopes, type Implementations, type Principal, type Services, type Tenant } from "@telemark/core"
import type { Effect } from "effect"
import type { HostTransaction } from "./transaction.js"

/** Carries out an effect for the tenant; with a transaction of the host, all that it reads and writes goes over that. */
export type RunAs = <A, E>(use: (tenant: Tenant) => Effect.Effect<A, E, Services>, transaction?: HostTransaction) => Promise<A>

/** Carries out, before it returns, an effect that waits for nothing; throws what it fails with. */
export type RunNow = <A, E>(effect: Effect.Effect<A, E>) => A

/** The operations of one group of the interface, as promises. They reject with the tagged errors of the interface. */
export type GroupApi<Group extends GroupName> = {
  readonly [Name in keyof Operations[Group]]: (...given: Arguments<Group, Name>) => Promise<Response<Group, Name>>
}

/** The operations of all groups, by group. */
export type OperationsApi = { readonly [Group in GroupName]: GroupApi<Group> }

type Implementation = (principal: Principal, ...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services>

/** The host is trusted: its calls hold every scope. */
const scopes = new Set(allScopes)

/** Every operation of the interface, for one tenant. */
export const makeOperationsApi = (implementations: Implementations, as: RunAs): OperationsApi => {
  const groupOf = (group: GroupName) => {
    const bound = implementations[group] as unknown as Readonly<Record<string, Implementation>>
    return Object.fromEntries(Object.keys(operations[group]).map((name) =>
      [name, (...given: ReadonlyArray<unknown>) => as((tenant) => (bound[name] as Implementation)({ tenant, scopes }, ...given))]))
  }
  return Object.fromEntries((Object.keys(operations) as Array<GroupName>).map((group) => [group, groupOf(group)])) as unknown as OperationsApi
}
