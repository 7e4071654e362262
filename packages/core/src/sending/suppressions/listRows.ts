import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import type { SuppressionRecord } from "./Suppression.js"
import type { SuppressionFilter, SuppressionPage } from "./SuppressionStore.js"
import { storedTopic, topicColumn } from "./storedTopic.js"

/**
 * Up to so many addresses with a prefix are read and sorted. More are met so often that walking
 * through the list by time finds a page soon.
 */
const few = 1000

/** After every address that begins with the prefix. */
const beyond = (prefix: string): string => `${prefix}\u{10FFFF}`

const columnNames = `tenant_id, folded, email_address, reason, added_at, ${topicColumn}`

/**
 * The part of a reason that its index has: a whole one may be larger than Postgres puts into an
 * index.
 */
export const indexedReason = "substr(reason, 1, 40)"

/**
 * Lists suppressions by the index that promises the fewest rows: addresses with a rare prefix, else
 * those of a topic, of a reason, or all by time. The other conditions are written so that no plan
 * begins with them, as in lists of emails.
 */
export const makeList = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(columnNames)
  const reasonStart = sql.literal(indexedReason)
  // Named by the table: `topic` alone would be the column of the result.
  const orderIn = (from: string) =>
    sql.literal(`ORDER BY added_at DESC, folded DESC, ${from}.topic DESC`)
  const aside = (condition: Statement.Fragment) =>
    sql`CASE WHEN ${condition} THEN 1 END IS NOT NULL`
  const begins = (prefix: string) => sql`folded >= ${prefix} AND folded < ${beyond(prefix)}`

  const behind = ({ after }: SuppressionPage) =>
    after === undefined
      ? []
      : [
          sql`(added_at, folded, topic) < (${after.added_at}, ${after.folded}, ${storedTopic(after.topic)})`
        ]

  const others = ({ reason, topic }: SuppressionFilter) => [
    ...(topic === undefined ? [] : [aside(sql`topic = ${topic}`)]),
    ...(reason === undefined ? [] : [aside(sql`reason = ${reason}`)])
  ]

  const amongFew = (
    tenantId: string,
    prefix: string,
    page: SuppressionPage,
    filter: SuppressionFilter
  ) =>
    sql<SuppressionRecord>`SELECT ${columns} FROM (
        SELECT * FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND ${begins(prefix)} LIMIT ${few}
      ) AS found WHERE ${sql.and([...behind(page), ...others(filter), sql`true`])} ${orderIn("found")} LIMIT ${page.limit} OFFSET ${page.offset}`

  const leading = ({ reason, topic }: SuppressionFilter): ReadonlyArray<Statement.Fragment> => {
    // The index is of rows with a topic: the condition says that this is one.
    if (topic !== undefined) return [sql`topic = ${topic} AND topic <> ''`, ...others({ reason })]
    return reason === undefined
      ? []
      : [sql`${reasonStart} = substr(${reason}, 1, 40) AND reason = ${reason}`]
  }

  const byTime = (tenantId: string, page: SuppressionPage, filter: SuppressionFilter) => {
    const { prefix } = filter
    const conditions = [
      sql`tenant_id = ${tenantId}`,
      ...leading(filter),
      ...behind(page),
      ...(prefix === undefined ? [] : [aside(begins(prefix))])
    ]
    return sql<SuppressionRecord>`SELECT ${columns} FROM ${tables.suppressions} WHERE ${sql.and(conditions)} ${orderIn("suppressions")} LIMIT ${page.limit} OFFSET ${page.offset}`
  }

  const isRare = (tenantId: string, prefix: string) =>
    Effect.map(
      sql<{ readonly found: number }>`SELECT CAST(count(*) AS INTEGER) AS found FROM (
        SELECT 1 FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND ${begins(prefix)} LIMIT ${few + 1}) AS counted`,
      ([row]) => (row?.found ?? 0) <= few
    )

  return (
    tenantId: string,
    page: SuppressionPage,
    filter: SuppressionFilter = {}
  ): Effect.Effect<ReadonlyArray<SuppressionRecord>, SqlError.SqlError> => {
    const { prefix } = filter
    return prefix === undefined
      ? byTime(tenantId, page, filter)
      : Effect.flatMap(isRare(tenantId, prefix), (isFew) =>
          isFew ? amongFew(tenantId, prefix, page, filter) : byTime(tenantId, page, filter)
        )
  }
})
