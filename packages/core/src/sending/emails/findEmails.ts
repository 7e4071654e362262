import { type EmailStatus, emailStatuses } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { perColumn } from "../../events/analytics/countedAs.js"
import { millisOf } from "../../events/analytics/periodCounts.js"
import type { EmailFilter, EmailPage, FoundEmails } from "./Email.js"
import { isCounted } from "./filterEmails.js"
import {
  type FoundRows,
  listed,
  type ListedRow,
  makeReadPage,
  type Position,
  type Range
} from "./readPage.js"
import { makeFindByWords, type WordMatch } from "./searchIndex.js"
import { foundWords, searchTermsOf, wordsOf } from "./searchTerms.js"

/** How many of the newest messages a search looks through before it asks the index: some 10 ms. */
const newest = 1000

/** How many messages the index proposes for one page. */
const maxProposed = 2000

/** A word that so many of the newest messages have, as a share, is no help to find others. */
const commonFrom = 0.2

const byTime = (a: Position, b: Position): number =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

/**
 * How far proposals reach: all that there are, if there are fewer than asked for. Otherwise the
 * oldest of them may be only some of its millisecond.
 */
const reachOf = (
  proposed: ReadonlyArray<WordMatch>,
  since: number
): { readonly ids: ReadonlyArray<string>; readonly end: Position | null } => {
  const oldest = proposed.at(-1)?.created_at ?? -Infinity
  if (proposed.length < maxProposed || oldest < since)
    return { ids: proposed.map(({ id }) => id), end: null }
  const younger = proposed.filter(({ created_at }) => created_at > oldest)
  const whole = younger.length > 0 ? younger : proposed
  return { ids: whole.map(({ id }) => id), end: [...whole].sort(byTime).at(-1) ?? null }
}

/**
 * Reads a page of the messages that have all words. The newest messages are looked through: what
 * many have is found there, and so is what isn't indexed yet. Otherwise the index proposes the
 * newest that have the rarer words, and a look at them decides.
 */
const makeSearch = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const read = yield* makeReadPage
  const findByWords = yield* makeFindByWords

  /**
   * The newest messages whose id begins so: ids are in the order of time. Beginnings name a minute
   * or less, so those of other tenants are passed.
   */
  const findById = (tenantId: string, start: string, behind: Position | undefined) =>
    sql<WordMatch>`SELECT id, created_at FROM ${tables.emails} WHERE id >= ${start} AND id < ${`${start}g`}
      AND id <= ${behind?.id ?? `${start}g`} AND CASE WHEN tenant_id = ${tenantId} THEN 1 END IS NOT NULL ORDER BY id DESC LIMIT ${maxProposed}`

  return (
    tenantId: string,
    { q, ...filter }: EmailFilter,
    range: Range
  ): Effect.Effect<FoundRows, SqlError.SqlError> => {
    const terms = searchTermsOf(q ?? "")
    const words = [...new Set([...terms.words, ...wordsOf(filter.subject ?? "")])]
    if (words.length + terms.ids.length === 0) return read.page(tenantId, filter, range)
    const { behind, limit, offset } = range
    const size = limit + offset

    const wordsIn = (row: ListedRow) => foundWords(listed.decode(row), words)
    const isFound = (row: ListedRow): boolean =>
      terms.ids.every((start) => row.id.startsWith(start)) && wordsIn(row).size === words.length

    const pageOf = (found: ReadonlyArray<ListedRow>, end: Position | null): FoundRows => ({
      emails: found.slice(offset, size),
      next: found.length < size ? end : (found[size - 1] ?? null)
    })

    const lookAt = (proposed: ReadonlyArray<WordMatch>, after: Position | undefined) => {
      const { end, ids } = reachOf(proposed, filter.since ?? -Infinity)
      return Effect.map(read.among(tenantId, filter, ids, after), (rows): FoundRows => ({
        emails: rows.filter(isFound).sort(byTime),
        next: end
      }))
    }

    const [start] = terms.ids
    if (start !== undefined)
      return Effect.map(
        Effect.flatMap(findById(tenantId, start, behind), (proposed) => lookAt(proposed, behind)),
        ({ emails, next }) => pageOf(emails, next)
      )

    const rarerIn = (rows: ReadonlyArray<ListedRow>): ReadonlyArray<string> => {
      if (words.length < 2) return words
      const had = rows.map(wordsIn)
      const rare = words.filter(
        (word) => had.filter((found) => found.has(word)).length <= rows.length * commonFrom
      )
      return rare.length > 0 ? rare : words
    }

    return Effect.gen(function* () {
      const looked = yield* read.page(tenantId, filter, {
        ...range,
        limit: q === undefined ? size : Math.max(size, newest),
        offset: 0
      })
      const found = looked.emails.filter(isFound)
      if (looked.next === null || found.length >= size) return pageOf(found, looked.next)
      const until = Math.min((filter.until ?? Infinity) - 1, looked.next.created_at)
      const proposed = yield* findByWords(tenantId, rarerIn(looked.emails), until, maxProposed)
      const older = yield* lookAt(proposed, looked.next)
      return pageOf([...found, ...older.emails], older.next)
    })
  }
})

/** Where a list begins: with rows created before an instant, after so many of them. */
interface Start {
  readonly before: number
  readonly offset: number
}

/**
 * Finds where a page far down a list begins. A database would walk through all rows before it. The
 * counters say how many rows each day has, and each hour of the day where the page begins: only
 * that hour's rows are walked through.
 */
const makeFindPageStart = Effect.map(Database, ({ sql, tables }) => {
  const inDay = sql.literal(String(millisOf.day))
  const all = sql.literal(emailStatuses.join(" + "))
  const only = perColumn((column) => sql.literal(column))

  /**
   * The newest hour that, with everything later, has more rows than `offset`; undefined if there is
   * none.
   */
  return (
    tenantId: string,
    offset: number,
    status: EmailStatus | undefined
  ): Effect.Effect<Start | undefined, SqlError.SqlError> => {
    // How many rows a period has, and how many are later. The sum of BIGINTs is NUMERIC on
    // Postgres.
    const count = status === undefined ? all : only[status]
    const counts = sql`starts_at, ${count} AS count, CAST(SUM(${count}) OVER (ORDER BY starts_at DESC) - (${count}) AS BIGINT) AS later`
    return Effect.map(
      sql<{ readonly hour: number; readonly later: number }>`
        WITH day AS MATERIALIZED (
          SELECT starts_at, later FROM (
            SELECT ${counts} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'day'
          ) AS days WHERE later + count > ${offset} ORDER BY starts_at DESC LIMIT 1
        )
        SELECT hours.starts_at AS hour, day.later + hours.later AS later FROM day CROSS JOIN (
          SELECT ${counts} FROM ${tables.email_counts} WHERE tenant_id = ${tenantId} AND period = 'hour'
            AND starts_at >= (SELECT starts_at FROM day) AND starts_at < (SELECT starts_at + ${inDay} FROM day)
        ) AS hours WHERE day.later + hours.later + count > ${offset} ORDER BY hours.starts_at DESC LIMIT 1`,
      ([found]) => found && { before: found.hour + millisOf.hour, offset: offset - found.later }
    )
  }
})

/** Up to here, skipping rows costs less than looking for a place to start from. */
const shallow = 1000

const foundOf = ({ emails, next }: FoundRows): FoundEmails => ({ emails, next: next?.id ?? null })

type Listed = Effect.Effect<FoundEmails | undefined, SqlError.SqlError>

/**
 * Lists the log from its top, after a message, or from an offset. Changes between two statements
 * may shift a page by a row, as between two pages.
 */
export const makeFindEmails = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const startAt = yield* makeFindPageStart
  const search = yield* makeSearch

  const read = (tenantId: string, filter: EmailFilter, range: Range) =>
    Effect.map(search(tenantId, filter, range), foundOf)

  const behind = (tenantId: string, id: string, limit: number, filter: EmailFilter): Listed =>
    Effect.flatMap(
      sql<{
        readonly created_at: number
      }>`SELECT created_at FROM ${tables.emails} WHERE id = ${id} AND tenant_id = ${tenantId}`,
      ([found]) =>
        found === undefined
          ? Effect.succeed(undefined)
          : read(tenantId, filter, {
              limit,
              offset: 0,
              behind: { id, created_at: found.created_at }
            })
    )

  const deepPage = (tenantId: string, limit: number, offset: number, filter: EmailFilter): Listed =>
    Effect.flatMap(startAt(tenantId, offset, filter.status), (start) =>
      start === undefined
        ? Effect.succeed({ emails: [], next: null })
        : read(tenantId, filter, { limit, ...start })
    )

  return (tenantId: string, { after, limit, offset }: EmailPage, filter: EmailFilter): Listed => {
    if (after !== undefined) return behind(tenantId, after, limit, filter)
    return offset > shallow && isCounted(filter)
      ? deepPage(tenantId, limit, offset, filter)
      : read(tenantId, filter, { limit, offset })
  }
})
