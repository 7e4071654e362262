import {
  type Arguments,
  type GroupName,
  type Operation,
  operations,
  type Operations,
  pathParametersOf,
  queryParametersOf,
  type Response,
  unknownOptions,
  ValidationFailed
} from "@telemark/contract"
import {
  allScopes,
  type Implementations,
  type Principal,
  type Services,
  type Tenant
} from "@telemark/core"
import { Effect } from "effect"
import type { HostTransaction } from "./transaction.js"

/** With a transaction of the host, all reads and writes use that one's connection. */
export type RunAs = <A, E>(
  use: (tenant: Tenant) => Effect.Effect<A, E, Services>,
  transaction?: HostTransaction
) => Promise<A>

/** Throws the effect's failure. It must not wait for anything. */
export type RunNow = <A, E>(effect: Effect.Effect<A, E>) => A

/** A promise, or a `for await` loop over a stream's items. */
type Result<Of> =
  Of extends AsyncIterable<infer Piece>
    ? AsyncIterable<Piece extends ReadonlyArray<infer Item> ? Item : Piece>
    : Promise<Of>

/**
 * The operations of one group as promises and loops, which reject with the tagged errors of the
 * interface.
 */
export type GroupApi<Group extends GroupName> = {
  readonly [Name in keyof Operations[Group]]: (
    ...given: Arguments<Group, Name>
  ) => Result<Response<Group, Name>>
}

/** These have other counterparts in process, which act for all tenants, or need none. */
const ofOperator = [
  "inbox",
  "members",
  "operatorWebhookEndpoints",
  "tenants"
] as const satisfies ReadonlyArray<GroupName>

type TenantGroup = Exclude<GroupName, (typeof ofOperator)[number]>

export const isOfTenant = (group: GroupName): group is TenantGroup =>
  !ofOperator.some((name) => name === group)

export type OperationsApi = { readonly [Group in TenantGroup]: GroupApi<Group> }

type Implementation = (
  principal: Principal,
  ...given: ReadonlyArray<unknown>
) => Effect.Effect<unknown, unknown, Services>

/** Each loop begins a new stream. */
const itemsOf = (begin: () => Promise<unknown>): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: async function* () {
    for await (const piece of (await begin()) as AsyncIterable<string | ReadonlyArray<unknown>>) {
      if (typeof piece === "string") yield piece
      else yield* piece
    }
  }
})

/** Refuses filters that the operation doesn't have: a misspelt one would return everything. */
export const makeCheck = (called: string, operation: Operation) => {
  const { argument, query } = operation
  if (query === undefined || argument !== undefined) return () => Effect.void
  const known = Object.fromEntries(
    queryParametersOf(operation).map((name) => [name, true as const])
  )
  return (given: ReadonlyArray<unknown>): Effect.Effect<void, ValidationFailed> => {
    const request: unknown = given[pathParametersOf(operation).length]
    const details = unknownOptions(
      called,
      typeof request === "object" ? (request ?? {}) : {},
      known
    )
    return Object.keys(details).length === 0 ? Effect.void : new ValidationFailed({ details })
  }
}

/** The host is trusted. */
const scopes = new Set(allScopes)

export const makeOperationsApi = (implementations: Implementations, as: RunAs): OperationsApi => {
  const groupOf = (group: TenantGroup) => {
    const bound = implementations[group] as unknown as Readonly<Record<string, Implementation>>
    return Object.fromEntries(
      Object.entries<Operation>(operations[group]).map(([name, operation]) => {
        const { produces } = operation
        const check = makeCheck(`${group}.${name}()`, operation)
        const call = (...given: ReadonlyArray<unknown>) =>
          as((tenant) =>
            Effect.andThen(
              check(given),
              (bound[name] as Implementation)({ tenant, scopes }, ...given)
            )
          )
        return [
          name,
          produces === undefined
            ? call
            : (...given: ReadonlyArray<unknown>) => itemsOf(() => call(...given))
        ]
      })
    )
  }
  return Object.fromEntries(
    (Object.keys(operations) as Array<GroupName>)
      .filter(isOfTenant)
      .map((group) => [group, groupOf(group)])
  ) as unknown as OperationsApi
}
