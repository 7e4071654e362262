import { Schema } from "effect"
import { allScopes, type KeyScope, memberScope, type Scope, operatorScopes } from "./apiKeys.js"

const reading: ReadonlyArray<KeyScope> = allScopes.filter(
  (scope) => scope.endsWith(":read") && scope !== "audit:read"
)

const supporting: ReadonlyArray<KeyScope> = [...reading, "suppression:write", "email:send"]

/**
 * What the members of each role may do, from the least to the most: each role has the scopes of
 * those before it.
 */
export const roleScopes = {
  /** Reads all but keys, members and the audit log, also what mail says. */
  viewer: reading,
  /** Also suppresses addresses, and cancels mail and sends it again. */
  support: supporting,
  /** Also changes all settings of sending: templates, domains, topics, endpoints, servers. */
  developer: allScopes.filter(
    (scope) => !["apikey:manage", "audit:read", "person:manage"].includes(scope)
  ),
  /** Also manages keys and members, reads the audit log, and erases people. */
  admin: [...allScopes, memberScope]
} as const satisfies Readonly<Record<string, ReadonlyArray<Scope>>>

export type Role = keyof typeof roleScopes

export const roles = Object.keys(roleScopes) as unknown as readonly [Role, ...Array<Role>]

export const Role = Schema.Literals(roles).annotate({ identifier: "Role" })

export const isRole = (text: string): text is Role => Object.hasOwn(roleScopes, text)

/** With a role for the whole server, one also sees its tenants; its admins manage them. */
export const scopesOfRole = (role: Role, isOperator: boolean): ReadonlySet<Scope> =>
  new Set<Scope>([
    ...roleScopes[role],
    ...(isOperator ? (role === "admin" ? operatorScopes : (["tenant:read"] as const)) : [])
  ])
