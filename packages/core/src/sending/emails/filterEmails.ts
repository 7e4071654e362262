import { type EmailStatus, foldAddress, toAsciiDomain } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { Database } from "../../database/Database.js"
import type { Dialect } from "../../database/dialect/Dialect.js"
import type { EmailFilter } from "./Email.js"
import { rangeOf, recipientColumn, searchColumns } from "./emailTable.js"

/** The parts of a filter of the log, except words and times. */
export type FilteredBy = Exclude<keyof EmailFilter, "q" | "since" | "until">

/** Where most messages end. */
const commonStatuses = new Set<EmailStatus | undefined>(["sent", "delivered"])

/**
 * The part with the fewest messages first, as a rule. Each has an index in the order of the list.
 */
const fewestFirst = ({ status }: EmailFilter): ReadonlyArray<FilteredBy> =>
  commonStatuses.has(status)
    ? ["recipient", "tag", "recipient_domain", "template_id", "status"]
    : ["recipient", "status", "tag", "recipient_domain", "template_id"]

/**
 * The parts that have no such index: subjects are found by their words, and a tenant has few
 * domains that it sends from.
 */
const unordered: ReadonlyArray<FilteredBy> = ["subject", "sender_domain"]

/**
 * If no part has few: a recipient that gets a copy of everything has the most, and a tag is mostly
 * about one matter.
 */
const amongMany: ReadonlyArray<FilteredBy> = [
  "tag",
  "status",
  "template_id",
  "recipient_domain",
  "recipient"
]

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

const givenOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  fewestFirst(filter).filter((by) => filter[by] !== undefined)

/** The parts of a filter that are worth counting before one of them leads, if there are several. */
export const partsToCount = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  givenOf(filter).filter((by) => by !== "status" || !commonStatuses.has(filter.status))

const isFew = (counts: Counts, by: FilteredBy | undefined): boolean =>
  by !== undefined && (counts[by] ?? Infinity) < maxCounted

const rankIn =
  (counts: Counts) =>
  (by: FilteredBy): number => {
    const count = counts[by] ?? Infinity
    return Number.isFinite(count) && count >= maxCounted
      ? maxCounted + amongMany.indexOf(by)
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
  const given = givenOf(filter)
  const fewest = Math.min(...given.map(rank))
  const leading = given.find((by) => rank(by) === fewest)
  const all = [...given, ...unordered.filter((by) => filter[by] !== undefined)]
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
const asciiOf = (domain = ""): string => toAsciiDomain(domain) ?? domain.toLowerCase()

export const makeConditions = (sql: SqlClient.SqlClient, dialect: Dialect) => {
  const recipient = sql.literal(recipientColumn)
  const columns = searchColumns(dialect)
  return {
    hasTag: ({ tag }: EmailFilter): Statement.Fragment =>
      sql`name = ${tag?.name ?? ""} AND value = ${tag?.value ?? ""}`,
    isWanted: (by: Exclude<FilteredBy, "tag">, filter: EmailFilter): Statement.Fragment => {
      switch (by) {
        case "recipient": {
          const folded = foldAddress(filter.recipient ?? "")
          // Versions before didn't compose letters. The log isn't rewritten: it may be large, and
          // its messages go after their time.
          const earlier = folded.normalize("NFD")
          return earlier === folded
            ? sql`${recipient} = ${folded}`
            : sql`${recipient} IN (${folded}, ${earlier})`
        }
        case "recipient_domain":
          return sql`${sql.literal(columns.recipient_domain)} = ${asciiOf(filter.recipient_domain)}`
        case "sender_domain":
          // Senders are stored as they were given.
          return sql`${sql.literal(columns.sender_domain)} IN (${asciiOf(filter.sender_domain)}, ${(filter.sender_domain ?? "").toLowerCase()})`
        case "subject": {
          const [from, to] = rangeOf(filter.subject ?? "")
          return sql`(${sql.literal(columns.subject)} >= ${from} AND ${sql.literal(columns.subject)} < ${to})`
        }
        case "template_id":
          return sql`template_id = ${filter.template_id ?? ""}`
        case "status":
          return sql`status = ${filter.status ?? ""}`
      }
    }
  }
}

/**
 * Counts the messages that each part of a filter would leave, up to `maxCounted`: in the order of
 * the part's index, and no further.
 */
export const makeCountEach = ({ dialect, sql, tables }: typeof Database.Service) => {
  const { hasTag, isWanted } = makeConditions(sql, dialect)
  const max = sql.literal(String(maxCounted))

  const rows = (tenantId: string, filter: EmailFilter, by: FilteredBy) => {
    const { since, until } = filter
    const [table, id, condition] =
      by === "tag"
        ? ([tables.email_tags, sql`email_id`, hasTag(filter)] as const)
        : ([tables.emails, sql`id`, isWanted(by, filter)] as const)
    const all = sql.and([
      sql`tenant_id = ${tenantId}`,
      condition,
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
