import { type Arguments, type GroupName, operations, type Operations, type Response } from "@telemark/contract"
import { allScopes, type Implementations, type Principal, type Services, type Tenant } from "@telemark/core"
import type { Effect } from "effect"
import type { HostTransaction } from "./transaction.js"

/** Runs an effect for the tenant. With a transaction of the host, all reads and writes use that one's connection. */
export type RunAs = <A, E>(use: (tenant: Tenant) => Effect.Effect<A, E, Services>, transaction?: HostTransaction) => Promise<A>

/** Runs an effect synchronously and throws its failure. The effect must not wait for anything. */
export type RunNow = <A, E>(effect: Effect.Effect<A, E>) => A

/** The operations of one group as promises, which reject with the tagged errors of the interface. */
export type GroupApi<Group extends GroupName> = {
  readonly [Name in keyof Operations[Group]]: (...given: Arguments<Group, Name>) => Promise<Response<Group, Name>>
}

/** The operations of all groups, by group. */
export type OperationsApi = { readonly [Group in GroupName]: GroupApi<Group> }

type Implementation = (principal: Principal, ...given: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services>

/** The host is trusted: its calls have every scope. */
const scopes = new Set(allScopes)

export const makeOperationsApi = (implementations: Implementations, as: RunAs): OperationsApi => {
  const groupOf = (group: GroupName) => {
    const bound = implementations[group] as unknown as Readonly<Record<string, Implementation>>
    return Object.fromEntries(Object.keys(operations[group]).map((name) =>
      [name, (...given: ReadonlyArray<unknown>) => as((tenant) => (bound[name] as Implementation)({ tenant, scopes }, ...given))]))
  }
  return Object.fromEntries((Object.keys(operations) as Array<GroupName>).map((group) => [group, groupOf(group)])) as unknown as OperationsApi
}
