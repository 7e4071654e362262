import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { hourOf, type MailCounts } from "./MailCounts.js"

/** What became of one message. Times are epoch milliseconds. */
export interface Counted extends MailCounts {
  readonly tenant_id: string
  readonly domain: string
  /** When it became known. */
  readonly at: number
  /** When the message was handed over. */
  readonly sent_at: number
}

/** Outcomes of one tenant, domain and hour, of messages handed over at one time. */
const sumUp = (
  counted: ReadonlyArray<Counted>
): ReadonlyArray<Omit<Counted, "at"> & { readonly starts_at: number }> => {
  const sums = new Map<string, Omit<Counted, "at"> & { readonly starts_at: number }>()
  for (const { at, bounced, complained, domain, sent, sent_at, tenant_id } of counted) {
    const starts_at = hourOf(at)
    // Attempts of one batch ended at about the same time; that of the first will do for all.
    const key = `${tenant_id} ${domain} ${String(starts_at)} ${sent > 0 ? "" : String(sent_at)}`
    const sum = sums.get(key)
    sums.set(
      key,
      sum === undefined
        ? { tenant_id, domain, starts_at, sent_at, sent, bounced, complained }
        : {
            ...sum,
            sent: sum.sent + sent,
            bounced: sum.bounced + bounced,
            complained: sum.complained + complained
          }
    )
  }
  return [...sums.values()]
}

/**
 * The statement that counts these outcomes, if there are any, whatever their number. It locks rows
 * that every writer of a tenant needs, in the order of their key, so run it at the end of the
 * transaction, right before that of the counters. Messages that were handed over before their
 * tenant was last resumed aren't counted.
 */
export const makeCountMail = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, {
    tenant_id: "text",
    domain: "text",
    starts_at: "integer",
    sent_at: "integer",
    sent: "integer",
    bounced: "integer",
    complained: "integer"
  })
  // The sum of BIGINTs is NUMERIC on Postgres.
  const sums = sql.literal(
    ["sent", "bounced", "complained"].map((name) => `CAST(SUM(given.${name}) AS BIGINT)`).join(", ")
  )

  return (counted: ReadonlyArray<Counted>): ReadonlyArray<Statement.Statement<object>> => {
    const known = counted.filter(({ domain }) => domain !== "")
    return known.length === 0
      ? []
      : [
          sql`
      INSERT INTO ${tables.reputation_hours} (tenant_id, domain, starts_at, sent, bounced, complained)
      SELECT given.tenant_id, given.domain, given.starts_at, ${sums}
      FROM ${rows(sumUp(known))} AS given LEFT JOIN ${tables.tenants} ON tenants.id = given.tenant_id
      WHERE given.sent_at >= COALESCE(tenants.resumed_at, 0)
      GROUP BY given.tenant_id, given.domain, given.starts_at ORDER BY given.tenant_id, given.domain, given.starts_at
      ON CONFLICT (tenant_id, domain, starts_at) DO UPDATE SET sent = reputation_hours.sent + excluded.sent,
        bounced = reputation_hours.bounced + excluded.bounced, complained = reputation_hours.complained + excluded.complained`
        ]
  }
})
