import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import type { ClaimedMessage, SealedSigningKey } from "../../delivery/message/Message.js"
import { type DomainKey, domainKey } from "./Domain.js"

export interface FoundSenders {
  /** By domain. */
  readonly owners: ReadonlyMap<string, string>
  /** Domains whose tenant has an active key, by `domainKey`. */
  readonly signed: ReadonlySet<string>
  readonly ownServers: ReadonlySet<string>
}

export interface SenderRow {
  readonly part: "owner" | "signed" | "server"
  readonly domain: string
  readonly tenant_id: string
}

const distinctDomains = (keys: ReadonlyArray<DomainKey>): ReadonlyArray<DomainKey> => [
  ...new Map(
    keys.map(({ domain, tenant_id }) => [domainKey({ domain, tenant_id }), { tenant_id, domain }])
  ).values()
]

/**
 * The look-up of who owns the domains that are sent from, whether the sending tenant has a key for
 * its domain, and whether it has its own SMTP server. Each part uses an index, since any number of
 * tenants may have added a domain that none has verified.
 */
export const makeSelectSenders = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const pairs = given(database, { tenant_id: "text", domain: "text" })

  return (senders: ReadonlyArray<DomainKey>) => {
    const distinct = distinctDomains(senders)
    return sql<SenderRow>`
      SELECT 'owner' AS part, domain, tenant_id FROM ${tables.domains} WHERE owned = 1 AND domain ${among(distinct.map(({ domain }) => domain))}
      UNION ALL
      SELECT 'signed' AS part, domain, tenant_id FROM ${tables.domains}
      WHERE dkim_verified = 1 AND (tenant_id, domain) IN (SELECT tenant_id, domain FROM ${pairs(distinct)} AS given)
      UNION ALL
      SELECT 'server' AS part, '' AS domain, tenant_id FROM ${tables.smtp_configs} WHERE tenant_id ${among(distinct.map(({ tenant_id }) => tenant_id))}`
  }
})

export const sendersOf = (rows: ReadonlyArray<SenderRow>): FoundSenders => {
  const of = (wanted: SenderRow["part"]) => rows.filter(({ part }) => part === wanted)
  return {
    owners: new Map(of("owner").map(({ domain, tenant_id }) => [domain, tenant_id])),
    signed: new Set(of("signed").map(domainKey)),
    ownServers: new Set(of("server").map(({ tenant_id }) => tenant_id))
  }
}

export type DomainOfMessage = Pick<
  ClaimedMessage,
  "keys" | "return_path_verified" | "tracking_verified"
>

/** Of a domain that isn't verified. */
export const unverifiedDomain: DomainOfMessage = {
  keys: [],
  return_path_verified: false,
  tracking_verified: false
}

interface SigningRow extends SealedSigningKey {
  readonly place: number
  readonly return_path_verified: number
  readonly tracking_verified: number
}

/**
 * Finds in one look-up, by `domainKey`, the keys that sign for these domains, the first one in use
 * first, and whether their aliases are verified. A domain that isn't verified is missing.
 */
export const makeFindSigningKeys = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const domains = given(database, { tenant_id: "text", domain: "text" })

  return (
    wanted: ReadonlyArray<DomainKey>
  ): Effect.Effect<ReadonlyMap<string, DomainOfMessage>, SqlError.SqlError> => {
    const distinct = distinctDomains(wanted)
    return Effect.map(
      sql<SigningRow>`
        SELECT k.tenant_id, k.domain, k.selector, k.algorithm, k.private_key, k.place, d.return_path_verified,
          CASE WHEN d.owned = 1 THEN d.tracking_verified ELSE 0 END AS tracking_verified
        FROM ${tables.dkim_keys.unaliased} k JOIN ${tables.domains.unaliased} d ON d.tenant_id = k.tenant_id AND d.domain = k.domain
        WHERE (k.tenant_id, k.domain) IN (SELECT tenant_id, domain FROM ${domains(distinct)} AS given)
          AND k.state = 'current' AND d.dkim_verified = 1`,
      (rows) => {
        const found = new Map<
          string,
          DomainOfMessage & { readonly keys: Array<SealedSigningKey> }
        >()
        for (const {
          algorithm,
          domain,
          private_key,
          return_path_verified,
          selector,
          tenant_id,
          tracking_verified
        } of [...rows].sort((a, b) => a.place - b.place)) {
          const key = { tenant_id, domain, selector, algorithm, private_key }
          const ofDomain = found.get(domainKey(key))
          if (ofDomain !== undefined) ofDomain.keys.push(key)
          else
            found.set(domainKey(key), {
              keys: [key],
              return_path_verified: return_path_verified !== 0,
              tracking_verified: tracking_verified !== 0
            })
        }
        return found
      }
    )
  }
})
