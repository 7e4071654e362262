import {
  type GroupName,
  isAudited,
  type Operation,
  operations,
  type StorageError
} from "@telemark/contract"
import { Effect } from "effect"
import { actorOf } from "../accounts/auditLog/actorOf.js"
import { type AuditedChange, changeOf } from "../accounts/auditLog/AuditEntry.js"
import { AuditLog } from "../accounts/auditLog/AuditLog.js"
import type { Principal } from "../accounts/apiKeys/ApiKey.js"

type Perform = (
  principal: Principal,
  ...given: ReadonlyArray<unknown>
) => Effect.Effect<unknown, unknown>

type Groups = Readonly<Record<GroupName, object>>

/** A tenant isn't shown what the operator does to tenants. */
const tenantOf = (
  group: GroupName,
  principal: Principal | undefined,
  given: ReadonlyArray<unknown>
): AuditedChange["tenant"] => {
  if (group === "operatorWebhookEndpoints") return undefined
  if (group !== "tenants") return principal?.tenant
  const [first] = given
  const name =
    typeof first === "string" ? first : (first as { readonly name?: unknown } | undefined)?.name
  return { id: null, name: String(name) }
}

/**
 * Records a call of an operation in the audit log if that administers something. Without a principal
 * it is a call of the host application, for the operator.
 */
export const makeRecorded = Effect.map(
  AuditLog,
  ({ recording }) =>
    (group: GroupName, name: string) =>
    <A, E, R>(
      principal: Principal | undefined,
      given: ReadonlyArray<unknown>,
      performed: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | StorageError, R> => {
      const operation = (operations[group] as Readonly<Record<string, Operation>>)[name]
      return operation === undefined || !isAudited(operation)
        ? performed
        : recording({
            ...changeOf(group, name, operation, given),
            ...(principal === undefined ? {} : { actor: actorOf(principal) }),
            tenant: tenantOf(group, principal, given)
          })(performed)
    }
)

/** The same operations. Those that administer something are recorded in the audit log. */
export const auditedGroups = Effect.map(
  makeRecorded,
  (recorded) =>
    <All extends Groups>(groups: All): All => {
      const audited = (group: GroupName) => {
        const performed = groups[group] as Readonly<Record<string, Perform>>
        return Object.fromEntries(
          Object.entries(performed).map(([name, perform]) => {
            const operation = (operations[group] as Readonly<Record<string, Operation>>)[name]
            if (operation === undefined || !isAudited(operation)) return [name, perform]
            const record = recorded(group, name)
            const call: Perform = (principal, ...given) =>
              record(principal, given, perform(principal, ...given))
            return [name, call]
          })
        )
      }
      return Object.fromEntries(
        (Object.keys(groups) as Array<GroupName>).map((group) => [group, audited(group)])
      ) as unknown as All
    }
)
