import type * as Statement from "@effect/sql/Statement"
import type * as SqlError from "@effect/sql/SqlError"
import type { EmailFilter, ListedEmail } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"
import { makeConditions } from "./conditions.js"
import { makeCountEach } from "./countEach.js"
import { type FilteredBy, rivalsOf, type Selection, selectionOf } from "./selection.js"

interface Range {
  readonly limit: number
  readonly offset: number
  /** Only rows created before this instant; `filter.until` applies as well. */
  readonly before?: number | undefined
  readonly behind?: { readonly id: string; readonly created_at: number } | undefined
}

/** What a list is read from, in the order of an index: the table, its columns for message and time, and the conditions. */
interface Reading {
  readonly from: Statement.Fragment
  readonly id: Statement.Fragment
  readonly time: Statement.Fragment
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

const listed = ["id", "recipient_email", "sender_email", "subject", "status", "sent_at", "created_at"]

/**
 * Reads a page of the log by the index that promises the fewest rows, in its order and no further than the page. The other conditions are written as
 * `… IS NOT NULL`: no index serves that, and Postgres estimates that it holds for nearly all rows. Written plainly, they led to plans that begin at
 * the wrong end, such as a join of 20,000 rows with 20,000 each.
 */
export const makeReadPage = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const columns = sql.literal(listed.map((name) => `emails.${name}`).join(", "))
  const { hasTag, isWanted } = makeConditions(sql)
  const countEach = makeCountEach(database)

  const areWanted = (by: ReadonlyArray<FilteredBy>, filter: EmailFilter) =>
    sql.and(by.flatMap((one) => (one === "tag" ? [] : [isWanted(one, filter)])))

  const left = (by: FilteredBy, filter: EmailFilter): Statement.Fragment => by === "tag"
    ? sql`(SELECT 1 FROM ${tables.email_tags} WHERE email_tags.tenant_id = emails.tenant_id AND ${hasTag(filter)}
        AND email_tags.created_at = emails.created_at AND email_tags.email_id = emails.id) IS NOT NULL`
    : sql`CASE WHEN ${isWanted(by, filter)} THEN 1 END IS NOT NULL`

  const inLog = (tenantId: string, filter: EmailFilter, leading: Exclude<FilteredBy, "tag"> | undefined, others: ReadonlyArray<FilteredBy>): Reading => ({
    from: tables.emails,
    id: sql`emails.id`,
    time: sql`emails.created_at`,
    conditions: [
      sql`emails.tenant_id = ${tenantId}`,
      ...(leading === undefined ? [] : [isWanted(leading, filter)]),
      ...others.map((by) => left(by, filter))
    ]
  })

  const byTag = (tenantId: string, filter: EmailFilter, others: ReadonlyArray<FilteredBy>): Reading => ({
    from: sql`${tables.email_tags} JOIN ${tables.emails} ON emails.id = email_tags.email_id`,
    id: sql`email_tags.email_id`,
    time: sql`email_tags.created_at`,
    conditions: [
      sql`email_tags.tenant_id = ${tenantId}`,
      hasTag(filter),
      ...(others.length === 0 ? [] : [sql`(SELECT 1 FROM ${tables.emails.unaliased} AS looked WHERE looked.id = email_tags.email_id AND ${areWanted(others, filter)}) IS NOT NULL`])
    ]
  })

  /** What comes after a message was created no later than it, so one of the two bounds is enough; databases seek by one. */
  const newest = ({ until = Infinity }: EmailFilter, { before = Infinity, behind }: Range, { id, time }: Reading) => {
    const bound = Math.min(until, before)
    if (behind !== undefined && behind.created_at < bound) return [sql`(${time}, ${id}) < (${behind.created_at}, ${behind.id})`]
    return bound === Infinity ? [] : [sql`${time} < ${bound}`]
  }

  const readBy = (tenantId: string, filter: EmailFilter, range: Range, { leading, others }: Selection) => {
    const reading = leading === "tag" ? byTag(tenantId, filter, others) : inLog(tenantId, filter, leading, others)
    const { conditions, from, id, time } = reading
    const all = sql.and([
      ...conditions,
      ...(filter.since === undefined ? [] : [sql`${time} >= ${filter.since}`]),
      ...newest(filter, range, reading)
    ])
    return sql<ListedEmail>`SELECT ${columns} FROM ${from} WHERE ${all} ORDER BY ${time} DESC, ${id} DESC LIMIT ${range.limit} OFFSET ${range.offset}`
  }

  return (tenantId: string, filter: EmailFilter, range: Range): Effect.Effect<ReadonlyArray<ListedEmail>, SqlError.SqlError> => {
    const rivals = rivalsOf(filter)
    return rivals.length < 2
      ? readBy(tenantId, filter, range, selectionOf(filter))
      : Effect.flatMap(countEach(tenantId, filter, rivals), (counts) => readBy(tenantId, filter, range, selectionOf(filter, counts)))
  }
})
