import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import type { Row } from "../../database/table.js"
import type { EmailFilter } from "./Email.js"
import {
  type FilteredBy,
  filteredColumns,
  makeCountEach,
  makeIsWanted,
  partsToCount,
  type Selection,
  selectionOf
} from "./filterEmails.js"
import { emailTable } from "./emailTable.js"
import { searchedNames } from "./searchTerms.js"

export interface Position {
  readonly id: string
  readonly created_at: number
}

/** What lists read of a message, and what searches look at. */
export const listed = emailTable.pick(
  "id",
  "status",
  "sent_at",
  "created_at",
  "tags",
  ...searchedNames
)

export type ListedRow = Row<typeof listed>

/** The next page begins behind `next`; null if there is none. */
export interface FoundRows {
  readonly emails: ReadonlyArray<ListedRow>
  readonly next: Position | null
}

export interface Range {
  readonly limit: number
  readonly offset: number
  /** Only rows created before this instant; `filter.until` applies as well. */
  readonly before?: number | undefined
  readonly behind?: Position | undefined
}

/**
 * What a list is read from, in the order of an index: the tables, their columns for message and
 * time, and the conditions.
 */
interface Reading {
  readonly from: Statement.Fragment
  readonly id: Statement.Fragment
  readonly time: Statement.Fragment
  /** The table of the index, and what the index serves. */
  readonly indexed: Statement.Fragment
  readonly leading: ReadonlyArray<Statement.Fragment>
  readonly others: ReadonlyArray<Statement.Fragment>
}

/**
 * How many entries of an index one page goes through at most if each message has to be looked at:
 * some 30 ms.
 */
const maxWalked = 5_000

const pageOf = (emails: ReadonlyArray<ListedRow>, limit: number, end?: Position): FoundRows => ({
  emails,
  next: (emails.length < limit ? end : emails.at(-1)) ?? null
})

/**
 * Reads a page of the log by the index that promises the fewest rows, in its order and no further
 * than the page. The other conditions are written as `… IS NOT NULL`: no index serves that, and
 * Postgres estimates that it holds for nearly all rows. Written plainly, they led to plans that
 * begin at the wrong end, such as a join of 20,000 rows with 20,000 each.
 */
export const makeReadPage = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const columns = sql.literal(listed.columnsOf("emails"))
  const columnsWalked = sql.literal(listed.columnsOf("walked"))
  const walked = sql.literal([...new Set([...listed.names, ...filteredColumns])].join(", "))
  const isWanted = makeIsWanted(sql, dialect)
  const countEach = makeCountEach(database)
  const among = makeAmong(database)

  const isOf = (table: string) =>
    sql.literal(
      ["tenant_id = $.tenant_id", "created_at = $.created_at", "email_id = $.id"]
        .map((equal) => `email_tags.${equal.replace("$", table)}`)
        .join(" AND ")
    )
  const isOfEmail = isOf("emails")
  const isOfWalked = isOf("walked")

  const areWanted = (by: ReadonlyArray<FilteredBy>, filter: EmailFilter) =>
    sql.and(by.flatMap((one) => (one === "tag" ? [] : [isWanted(one, filter)])))

  const left = (by: FilteredBy, filter: EmailFilter, isWalked: boolean): Statement.Fragment =>
    by === "tag"
      ? sql`(SELECT 1 FROM ${tables.email_tags} WHERE ${isWalked ? isOfWalked : isOfEmail} AND ${isWanted(by, filter)}) IS NOT NULL`
      : sql`CASE WHEN ${isWanted(by, filter)} THEN 1 END IS NOT NULL`

  const inLog = (
    tenantId: string,
    filter: EmailFilter,
    leading: Exclude<FilteredBy, "tag"> | undefined,
    others: ReadonlyArray<FilteredBy>,
    isWalked: boolean
  ): Reading => ({
    from: tables.emails,
    id: sql`emails.id`,
    time: sql`emails.created_at`,
    indexed: tables.emails,
    leading: [
      sql`emails.tenant_id = ${tenantId}`,
      ...(leading === undefined ? [] : [isWanted(leading, filter)])
    ],
    others: others.map((by) => left(by, filter, isWalked))
  })

  const byTag = (
    tenantId: string,
    filter: EmailFilter,
    others: ReadonlyArray<FilteredBy>
  ): Reading => ({
    from: sql`${tables.email_tags} JOIN ${tables.emails} ON emails.id = email_tags.email_id`,
    id: sql`email_tags.email_id`,
    time: sql`email_tags.created_at`,
    indexed: tables.email_tags,
    leading: [sql`email_tags.tenant_id = ${tenantId}`, isWanted("tag", filter)],
    others:
      others.length === 0
        ? []
        : [
            sql`(SELECT 1 FROM ${tables.emails.unaliased} AS looked WHERE looked.id = email_tags.email_id AND ${areWanted(others, filter)}) IS NOT NULL`
          ]
  })

  /**
   * What comes after a message was created no later than it, so one of the two bounds is enough;
   * databases seek by one.
   */
  const newest = (
    { until = Infinity }: EmailFilter,
    { before = Infinity, behind }: Range,
    { id, time }: Reading
  ) => {
    const bound = Math.min(until, before)
    if (behind !== undefined && behind.created_at < bound)
      return [sql`(${time}, ${id}) < (${behind.created_at}, ${behind.id})`]
    return bound === Infinity ? [] : [sql`${time} < ${bound}`]
  }

  const within = (filter: EmailFilter, range: Range, reading: Reading) => [
    ...(filter.since === undefined ? [] : [sql`${reading.time} >= ${filter.since}`]),
    ...newest(filter, range, reading)
  ]

  const readAll = (filter: EmailFilter, range: Range, reading: Reading, end?: Position) => {
    const { from, id, leading, others, time } = reading
    // Where the walk ends; no later than `since`.
    const last =
      end === undefined
        ? within(filter, range, reading)
        : [
            sql`(${time}, ${id}) >= (${end.created_at}, ${end.id})`,
            ...newest(filter, range, reading)
          ]
    return sql<ListedRow>`SELECT ${columns} FROM ${from} WHERE ${sql.and([...leading, ...others, ...last])}
      ORDER BY ${time} DESC, ${id} DESC LIMIT ${range.limit} OFFSET ${range.offset}`
  }

  /**
   * Walks through an index of the log until the page is full, and through `maxWalked` entries at
   * most. Not between two positions: with such a range, databases may take the index by time for as
   * good as this one, and walk through the messages of others. The inner query's order is that of
   * the result; sorting again, SQLite would walk through all of them for every page.
   */
  const walk = (filter: EmailFilter, range: Range, reading: Reading) => {
    const { id, leading, others, time } = reading
    return sql<ListedRow>`SELECT ${columnsWalked} FROM (
        SELECT ${walked} FROM ${reading.from} WHERE ${sql.and([...leading, ...within(filter, range, reading)])} ORDER BY ${time} DESC, ${id} DESC LIMIT ${maxWalked}
      ) AS walked WHERE ${sql.and(others)} LIMIT ${range.limit}`
  }

  /**
   * The last message that the page may look at; undefined if it may look at all that there are.
   * Only the index is read.
   */
  const findEnd = (
    filter: EmailFilter,
    range: Range,
    reading: Reading
  ): Effect.Effect<Position | undefined, SqlError.SqlError> => {
    const { id, indexed, leading, time } = reading
    return Effect.map(
      sql<Position>`SELECT ${id} AS id, ${time} AS created_at FROM ${indexed} WHERE ${sql.and([...leading, ...within(filter, range, reading)])}
        ORDER BY ${time} DESC, ${id} DESC LIMIT 1 OFFSET ${maxWalked - 1}`,
      ([found]) => found
    )
  }

  const readBy = (
    tenantId: string,
    filter: EmailFilter,
    range: Range,
    { hasFew, leading, others }: Selection
  ): Effect.Effect<FoundRows, SqlError.SqlError> => {
    const isBounded = others.length === 0 || hasFew || range.offset > 0
    const reading =
      leading === "tag"
        ? byTag(tenantId, filter, others)
        : inLog(tenantId, filter, leading, others, !isBounded)
    const { limit } = range
    if (isBounded)
      return Effect.map(readAll(filter, range, reading), (emails) => pageOf(emails, limit))
    const end = findEnd(filter, range, reading)
    if (leading === "tag")
      return Effect.flatMap(end, (last) =>
        Effect.map(readAll(filter, range, reading, last), (emails) => pageOf(emails, limit, last))
      )
    return Effect.flatMap(walk(filter, range, reading), (emails) =>
      emails.length === limit
        ? Effect.succeed(pageOf(emails, limit))
        : Effect.map(end, (last) => pageOf(emails, limit, last))
    )
  }

  const page = (
    tenantId: string,
    filter: EmailFilter,
    range: Range
  ): Effect.Effect<FoundRows, SqlError.SqlError> => {
    const parts = partsToCount(filter)
    return parts.length < 2
      ? readBy(tenantId, filter, range, selectionOf(filter))
      : Effect.flatMap(countEach(tenantId, filter, parts), (counts) =>
          readBy(tenantId, filter, range, selectionOf(filter, counts))
        )
  }

  /**
   * Those of some messages that a filter leaves behind a position, in no order. All but their ids
   * is written as above, or SQLite would walk through all messages of the tenant.
   */
  const amongThese = (
    tenantId: string,
    filter: EmailFilter,
    ids: ReadonlyArray<string>,
    behind: Position | undefined
  ): Effect.Effect<ReadonlyArray<ListedRow>, SqlError.SqlError> => {
    const { leading, others } = selectionOf(filter)
    const parts = leading === undefined ? others : [leading, ...others]
    const reading = inLog(tenantId, filter, undefined, parts, false)
    const range = within(filter, { limit: 0, offset: 0, behind }, reading)
    return sql<ListedRow>`SELECT ${columns} FROM ${reading.from}
      WHERE emails.id ${among(ids)} AND CASE WHEN ${sql.and([...reading.leading, ...reading.others, ...range])} THEN 1 END IS NOT NULL`
  }

  return { page, among: amongThese }
})
