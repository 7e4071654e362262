import { isRole, type Role, roles } from "@telemark/core"
import { Result } from "effect"

/** Which groups grant which roles, and where the groups stand: a claim, or a header. */
export interface RoleMapping {
  readonly from: string
  readonly roles: ReadonlyMap<string, Role>
}

/** More groups of one person than this aren't looked at. */
const maxGroups = 1000

/** The name has no space after a colon, but may be a URL. The left side says what is wrong. */
export const parseRoleMapping = (text: string): Result.Result<RoleMapping, string | undefined> => {
  const [, from, list = ""] = /^(\S+):\s+(\S.*)$/.exec(text) ?? []
  if (from === undefined) return Result.fail(undefined)
  const entries = new Map<string, Role>()
  for (const entry of list.split(",")) {
    const at = entry.lastIndexOf("=")
    const [group, role] = [entry.slice(0, Math.max(0, at)).trim(), entry.slice(at + 1).trim()]
    if (group === "") return Result.fail("has an entry that isn't group=role")
    if (!isRole(role)) return Result.fail(`has a role that is none of ${roles.join(", ")}`)
    if (entries.has(group)) return Result.fail("names a group twice")
    entries.set(group, role)
  }
  return Result.succeed({ from, roles: entries })
}

/** The greatest role that the groups grant. Whatever isn't a text or a list of texts grants none. */
export const roleOf = (mapping: RoleMapping | undefined, groups: unknown): Role | undefined => {
  if (mapping === undefined) return undefined
  const given: ReadonlyArray<unknown> = Array.isArray(groups) ? groups : [groups]
  const granted = new Set(
    given
      .slice(0, maxGroups)
      .map((group) => (typeof group === "string" ? mapping.roles.get(group) : undefined))
  )
  return roles.findLast((role) => granted.has(role))
}

/** A claim by its name, or by names with dots between them, such as `realm_access.roles`. */
export const claimOf = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return value
}
