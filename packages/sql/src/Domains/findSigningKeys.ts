import type * as SqlError from "@effect/sql/SqlError"
import { type ClaimedMessage, type DomainKey, domainKey, type SealedSigningKey } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

/** What a message takes from its sender's domain. */
export type DomainOfMessage = Pick<ClaimedMessage, "keys" | "return_path_verified">

/** Of a domain that isn't verified. */
export const unverifiedDomain: DomainOfMessage = { keys: [], return_path_verified: false }

interface SigningRow extends SealedSigningKey {
  readonly place: number
  readonly return_path_verified: number
}

/**
 * Finds in one look-up, by `domainKey`, the keys that sign for these domains, the first one in use first, and whether their return paths are verified.
 * A domain that isn't verified is missing.
 */
export const makeFindSigningKeys = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const domains = given(database, { tenant_id: "text", domain: "text" })

  return (wanted: ReadonlyArray<DomainKey>): Effect.Effect<ReadonlyMap<string, DomainOfMessage>, SqlError.SqlError> => {
    const distinct = [...new Map(wanted.map(({ domain, tenant_id }) => [domainKey({ domain, tenant_id }), { tenant_id, domain }])).values()]
    return Effect.map(
      sql<SigningRow>`
        SELECT k.tenant_id, k.domain, k.selector, k.algorithm, k.private_key, k.place, d.return_path_verified
        FROM ${tables.dkim_keys.unaliased} k JOIN ${tables.domains.unaliased} d ON d.tenant_id = k.tenant_id AND d.domain = k.domain
        WHERE (k.tenant_id, k.domain) IN (SELECT tenant_id, domain FROM ${domains(distinct)} AS given)
          AND k.state = 'current' AND d.dkim_verified = 1`,
      (rows) => {
        const found = new Map<string, DomainOfMessage & { readonly keys: Array<SealedSigningKey> }>()
        for (const { algorithm, domain, private_key, return_path_verified, selector, tenant_id } of [...rows].sort((a, b) => a.place - b.place)) {
          const key = { tenant_id, domain, selector, algorithm, private_key }
          const ofDomain = found.get(domainKey(key))
          if (ofDomain === undefined) found.set(domainKey(key), { keys: [key], return_path_verified: return_path_verified !== 0 })
          else ofDomain.keys.push(key)
        }
        return found
      }
    )
  }
})
