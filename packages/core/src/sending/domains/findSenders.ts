import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import type { FoundSenders } from "../emails/senderRules.js"
import type { DomainKey } from "./DomainStore.js"
import { domainKey } from "./domainKey.js"

export interface SenderRow {
  readonly part: "owner" | "signed" | "server"
  readonly domain: string
  readonly tenant_id: string
}

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
    const distinct = [
      ...new Map(
        senders.map(({ domain, tenant_id }) => [
          domainKey({ domain, tenant_id }),
          { tenant_id, domain }
        ])
      ).values()
    ]
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
