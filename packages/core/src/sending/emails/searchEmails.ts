import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { EmailFilter } from "./Email.js"
import {
  type FoundRows,
  type ListedRow,
  makeReadPage,
  type Position,
  type Range
} from "./readPage.js"
import { makeFindByWords, searchedOf, type WordMatch } from "./searchTable.js"
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
export const makeSearch = Effect.gen(function* () {
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

    const wordsIn = (row: ListedRow) => foundWords(searchedOf(row), words)
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
