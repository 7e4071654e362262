import { AuditLog, type Actor, type AuditedChange } from "@telemark/core"
import { Effect } from "effect"
import { userInfo } from "node:os"

const userName = (): string | null => {
  try {
    return userInfo().username
  } catch {
    // Containers may run as a user that has no name.
    return null
  }
}

/** Who runs a command, for the audit log. */
export const commandLineActor = (): Actor => ({
  kind: "command_line",
  id: null,
  name: userName()
})

/** Lets the audit log have what a command changes. */
export const recorded =
  (change: AuditedChange) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(AuditLog, (log) => log.recording(change)(effect))

/** The operation, what it changes, and the parameter that names that. */
export type Audits = readonly [operation: string, kind: string, id?: string]

const nameOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return typeof value === "object" && value !== null && "name" in value
    ? String(value.name)
    : undefined
}

const tenantOf = (value: unknown): AuditedChange["tenant"] =>
  typeof value === "object" && value !== null && "id" in value && "name" in value
    ? { id: String(value.id), name: String(value.name) }
    : undefined

/** Of a command's parameters; `names` are those of the request. */
export const changeOfCommand = (
  [operation, kind, parameter]: Audits,
  given: Readonly<Record<string, unknown>>,
  names: ReadonlyArray<string>
): AuditedChange => {
  const id = parameter === undefined ? undefined : nameOf(given[parameter])
  return {
    operation,
    target: { kind, id },
    // A tenant isn't shown what is done to tenants.
    tenant:
      kind === "tenant" && id !== undefined ? { id: null, name: id } : tenantOf(given["tenant"]),
    members: names.filter((name) => given[name] !== undefined)
  }
}
