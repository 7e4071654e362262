import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { EmailFilter, EmailPage, FoundEmails } from "./EmailStore.js"
import { makeFindPageStart } from "./findPageStart.js"
import type { FoundRows, Range } from "./readPage.js"
import { makeSearch } from "./search.js"
import { isCounted } from "./selection.js"

/** Up to here, skipping rows costs less than looking for a place to start from. */
const shallow = 1000

const found = ({ emails, next }: FoundRows): FoundEmails => ({ emails, next: next?.id ?? null })

type Listed = Effect.Effect<FoundEmails | undefined, SqlError.SqlError>

/**
 * Lists the log from its top, after a message, or from an offset. Changes between two statements
 * may shift a page by a row, as between two pages.
 */
export const makeList = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const startAt = yield* makeFindPageStart
  const search = yield* makeSearch

  const read = (tenantId: string, filter: EmailFilter, range: Range) =>
    Effect.map(search(tenantId, filter, range), found)

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

  const farDown = (tenantId: string, limit: number, offset: number, filter: EmailFilter): Listed =>
    Effect.flatMap(startAt(tenantId, offset, filter.status), (start) =>
      start === undefined
        ? Effect.succeed({ emails: [], next: null })
        : read(tenantId, filter, { limit, ...start })
    )

  return (tenantId: string, { after, limit, offset }: EmailPage, filter: EmailFilter): Listed => {
    if (after !== undefined) return behind(tenantId, after, limit, filter)
    return offset > shallow && isCounted(filter)
      ? farDown(tenantId, limit, offset, filter)
      : read(tenantId, filter, { limit, offset })
  }
})
