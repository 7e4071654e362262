import { type EmailStatus, foldAddress, toAsciiDomain } from "@telemark/contract"
import { Effect, Record } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { Database } from "../../database/Database.js"
import type { Dialect } from "../../database/dialect/Dialect.js"
import type { EmailFilter } from "./Email.js"
import { type LoggedEmail, rangeOf, recipientColumn, searchColumns } from "./emailTable.js"

/** The parts of a filter of the log, except words and times. */
export type FilteredBy = Exclude<keyof EmailFilter, "q" | "since" | "until">

interface Part<Value> {
  /**
   * Its place as the first one if no part has few messages: a recipient that gets a copy of
   * everything has the most, and a tag is mostly about one matter. Undefined without an index in
   * the order of the list.
   */
  readonly amongMany?: number
  /**
   * Absent if it may match few of very many messages: skipping some of these could mean to walk
   * through all.
   */
  readonly takesOffset?: true
  /** Which columns of the log its condition reads. */
  readonly reads: ReadonlyArray<keyof LoggedEmail | "recipient_folded">
  readonly is: (value: Value, columns: Columns) => Statement.Fragment
}

interface Columns extends Readonly<
  Record<keyof ReturnType<typeof searchColumns> | "recipient", Statement.Fragment>
> {
  readonly sql: SqlClient.SqlClient
}

/** Those with the fewest messages first, as a rule. */
const parts: {
  readonly [By in FilteredBy]: Part<NonNullable<EmailFilter[By]>>
} = {
  recipient: {
    amongMany: 4,
    takesOffset: true,
    reads: ["recipient_email", "recipient_folded"],
    is: (address, { recipient, sql }) => {
      const folded = foldAddress(address)
      // Versions before didn't compose letters. The log isn't rewritten: it may be large, and its
      // messages go after their time.
      const earlier = folded.normalize("NFD")
      return earlier === folded
        ? sql`${recipient} = ${folded}`
        : sql`${recipient} IN (${folded}, ${earlier})`
    }
  },
  status: {
    amongMany: 1,
    takesOffset: true,
    reads: ["status"],
    is: (status, { sql }) => sql`status = ${status}`
  },
  tag: {
    amongMany: 0,
    takesOffset: true,
    reads: ["id", "tenant_id", "created_at"],
    is: ({ name, value }, { sql }) => sql`name = ${name} AND value = ${value}`
  },
  recipient_domain: {
    amongMany: 3,
    reads: ["recipient_email", "recipient_folded"],
    is: (domain, { recipient_domain, sql }) => sql`${recipient_domain} = ${asciiOf(domain)}`
  },
  template_id: {
    amongMany: 2,
    takesOffset: true,
    reads: ["template_id"],
    is: (id, { sql }) => sql`template_id = ${id}`
  },
  // A tenant has few of them.
  sender_domain: {
    reads: ["sender_email"],
    // Senders are stored as they were given.
    is: (domain, { sender_domain, sql }) =>
      sql`${sender_domain} IN (${asciiOf(domain)}, ${domain.toLowerCase()})`
  },
  // Subjects are found by their words.
  subject: {
    reads: ["subject"],
    is: (beginning, { sql, subject }) => {
      const [from, to] = rangeOf(beginning)
      return sql`(${subject} >= ${from} AND ${subject} < ${to})`
    }
  }
}

const allParts = Object.keys(parts) as ReadonlyArray<FilteredBy>

/** What conditions read of the log. */
export const filteredColumns = new Set(allParts.flatMap((by) => parts[by].reads))

/** Where most messages end. */
const commonStatuses = new Set<EmailStatus | undefined>(["sent", "delivered"])

const givenOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  allParts.filter((by) => filter[by] !== undefined)

const isIndexed = (by: FilteredBy): boolean => parts[by].amongMany !== undefined

/** Those that may lead, a status that most messages have last. */
const leadersOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> => {
  const indexed = givenOf(filter).filter(isIndexed)
  return commonStatuses.has(filter.status)
    ? [...indexed.filter((by) => by !== "status"), "status"]
    : indexed
}

/** A part of the filter with which a list is only read page after page. */
export const withoutOffset = ({ q, ...filter }: EmailFilter): keyof EmailFilter | undefined =>
  q === undefined ? givenOf(filter).find((by) => parts[by].takesOffset !== true) : "q"

/**
 * The maximum of messages counted for a part of a filter: walking through them takes a few
 * milliseconds.
 */
const maxCounted = 1000

/** Up to `maxCounted`. */
type Counts = Readonly<Partial<Record<FilteredBy, number>>>

export interface Selection {
  /** The part whose index is read, newest first; undefined: all messages of the tenant. */
  readonly leading: FilteredBy | undefined
  readonly others: ReadonlyArray<FilteredBy>
  /**
   * Whether that index is known to have fewer than `maxCounted` messages: all may be read, and
   * sorted.
   */
  readonly hasFew: boolean
}

/** The parts of a filter that are worth counting before one of them leads, if there are several. */
export const partsToCount = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  leadersOf(filter).filter((by) => by !== "status" || !commonStatuses.has(filter.status))

const isFew = (counts: Counts, by: FilteredBy | undefined): boolean =>
  by !== undefined && (counts[by] ?? Infinity) < maxCounted

const rankIn =
  (counts: Counts) =>
  (by: FilteredBy): number => {
    const count = counts[by] ?? Infinity
    return Number.isFinite(count) && count >= maxCounted
      ? maxCounted + (parts[by].amongMany ?? 0)
      : count
  }

/**
 * Chooses the index by which a filter is read: that of the part with the fewest messages if they
 * were counted, otherwise the one that promises the fewest. The database can't choose: its
 * statistics may be a day old, and a plan for another day's values would walk through the whole
 * log.
 */
export const selectionOf = (filter: EmailFilter, counts: Counts = {}): Selection => {
  const rank = rankIn(counts)
  const leaders = leadersOf(filter)
  const fewest = Math.min(...leaders.map(rank))
  const leading = leaders.find((by) => rank(by) === fewest)
  const all = [...leaders, ...givenOf(filter).filter((by) => !isIndexed(by))]
  return { leading, others: all.filter((by) => by !== leading), hasFew: isFew(counts, leading) }
}

/**
 * Whether the counters know how many messages a filter leaves: they only count by status and time
 * of acceptance.
 */
export const isCounted = ({ q, since, until, ...filter }: EmailFilter): boolean => {
  const { leading = "status", others } = selectionOf(filter)
  const isBroad = q === undefined && since === undefined && until === undefined
  return isBroad && leading === "status" && others.length === 0
}

/** As A-labels. */
const asciiOf = (domain: string): string => toAsciiDomain(domain) ?? domain.toLowerCase()

/** The condition of a part that the filter has. */
export const makeIsWanted = (sql: SqlClient.SqlClient, dialect: Dialect) => {
  const columns: Columns = {
    ...Record.map(searchColumns(dialect), (column) => sql.literal(column)),
    recipient: sql.literal(recipientColumn),
    sql
  }
  return <By extends FilteredBy>(by: By, filter: EmailFilter): Statement.Fragment => {
    const value = filter[by]
    const part: Part<NonNullable<EmailFilter[By]>> = parts[by]
    return value === undefined ? sql`1 = 0` : part.is(value, columns)
  }
}

/**
 * Counts the messages that each part of a filter would leave, up to `maxCounted`: in the order of
 * the part's index, and no further.
 */
export const makeCountEach = ({ dialect, sql, tables }: typeof Database.Service) => {
  const isWanted = makeIsWanted(sql, dialect)
  const max = sql.literal(String(maxCounted))

  const rows = (tenantId: string, filter: EmailFilter, by: FilteredBy) => {
    const { since, until } = filter
    const [table, id] = by === "tag" ? [tables.email_tags, sql`email_id`] : [tables.emails, sql`id`]
    const all = sql.and([
      sql`tenant_id = ${tenantId}`,
      isWanted(by, filter),
      ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
      ...(until === undefined ? [] : [sql`created_at < ${until}`])
    ])
    return sql`SELECT 1 AS one FROM ${table} WHERE ${all} ORDER BY created_at DESC, ${id} DESC LIMIT ${max}`
  }

  return (
    tenantId: string,
    filter: EmailFilter,
    parts: ReadonlyArray<FilteredBy>
  ): Effect.Effect<Counts, SqlError.SqlError> =>
    Effect.map(
      sql<Counts>`SELECT ${sql.csv(parts.map((by) => sql`(SELECT COUNT(*) FROM (${rows(tenantId, filter, by)}) AS found) AS ${sql.literal(by)}`))}`,
      ([counts = {}]) => counts
    )
}
