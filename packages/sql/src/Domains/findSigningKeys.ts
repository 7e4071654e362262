import type * as SqlError from "@effect/sql/SqlError"
import { type DomainKey, domainKey, type SealedSigningKey } from "@telemark/core"
import { Effect } from "effect"
import { Database, given } from "../Database/index.js"

/** Finds the keys that sign for these domains in one look-up, by `domainKey`, the first one in use first. A domain that isn't verified has none. */
export const makeFindSigningKeys = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const domains = given(database, { tenant_id: "text", domain: "text" })

  return (wanted: ReadonlyArray<DomainKey>): Effect.Effect<ReadonlyMap<string, ReadonlyArray<SealedSigningKey>>, SqlError.SqlError> => {
    const distinct = [...new Map(wanted.map(({ domain, tenant_id }) => [domainKey({ domain, tenant_id }), { tenant_id, domain }])).values()]
    return Effect.map(
      sql<SealedSigningKey & { readonly place: number }>`
        SELECT k.tenant_id, k.domain, k.selector, k.algorithm, k.private_key, k.place
        FROM ${tables.dkim_keys.unaliased} k JOIN ${tables.domains.unaliased} d ON d.tenant_id = k.tenant_id AND d.domain = k.domain
        WHERE (k.tenant_id, k.domain) IN (SELECT tenant_id, domain FROM ${domains(distinct)} AS given)
          AND k.state = 'current' AND d.dkim_verified = 1`,
      (rows) => {
        const found = new Map<string, Array<SealedSigningKey>>()
        for (const { algorithm, domain, private_key, selector, tenant_id } of [...rows].sort((a, b) => a.place - b.place)) {
          const key = { tenant_id, domain, selector, algorithm, private_key }
          const ofDomain = found.get(domainKey(key))
          if (ofDomain === undefined) found.set(domainKey(key), [key])
          else ofDomain.push(key)
        }
        return found
      }
    )
  }
})
