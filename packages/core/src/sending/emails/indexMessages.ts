import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import {
  positionsPerMillisecond,
  searchedColumns,
  searchedOf,
  type SearchedRow,
  tenantWord
} from "./searchTable.js"
import { searchedWords } from "./searchTerms.js"

/** Messages that one transaction indexes at most: on SQLite, nothing else is written meanwhile. */
const max = 500

interface Row extends SearchedRow {
  readonly tenant_id: string
  readonly created_at: number
}

/**
 * Indexes at most 500 messages in one short transaction, the newest first: accepting a message only
 * notes that it is to be indexed, and until then lists find it among the newest ones. Returns how
 * many were taken; 0 when none is left, or only those that others are indexing now.
 */
export const indexMessages: Effect.Effect<number, StorageError, Database> = Effect.gen(
  function* () {
    const database = yield* Database
    const { dialect, sql, tables, writeRelaxed } = database
    const among = makeAmong(database)
    const skipLocked = sql.literal(dialect.skipLocked)
    const columns = sql.literal(["id", "tenant_id", "created_at", ...searchedColumns].join(", "))
    const rows = given(database, {
      email_id: "text",
      tenant_id: "text",
      created_at: "integer",
      words: "text"
    })

    const take = Effect.map(
      sql<{ readonly email_id: string }>`
        DELETE FROM ${tables.search_queue} WHERE email_id IN
          (SELECT email_id FROM ${tables.search_queue} WHERE email_id > '' ORDER BY email_id DESC LIMIT ${max} ${skipLocked}) RETURNING email_id`,
      (taken) => taken.map(({ email_id }) => email_id)
    )

    // Positions begin with the time, and go on where the last message of that millisecond ended.
    const first = sql.literal(`given.created_at * ${String(positionsPerMillisecond)}`)
    const after = sql.literal(`(given.created_at + 1) * ${String(positionsPerMillisecond)}`)
    const position = sql`COALESCE((SELECT MAX(position) + 1 FROM ${tables.email_search}
      WHERE position >= ${first} AND position < ${after}), ${first}) + row_number() OVER (PARTITION BY given.created_at) - 1`

    const write = (found: ReadonlyArray<Row>) => {
      const words = rows(
        found.map((row) => ({
          email_id: row.id,
          tenant_id: row.tenant_id,
          created_at: row.created_at,
          words: [tenantWord(row.tenant_id), ...searchedWords(searchedOf(row))].join(" ")
        }))
      )
      const isPlaced = dialect.name === "sqlite"
      return sql`INSERT INTO ${tables.email_search} (email_id, tenant_id, created_at, words${sql.literal(isPlaced ? ", position" : "")})
        SELECT email_id, tenant_id, created_at, words${isPlaced ? sql`, ${position}` : sql``} FROM ${words} AS given WHERE true
        ON CONFLICT (email_id) DO NOTHING`
    }

    // If a power cut undoes it, they are indexed another time.
    const page = writeRelaxed(
      Effect.gen(function* () {
        const ids = yield* take
        if (ids.length === 0) return 0
        const found =
          yield* sql<Row>`SELECT ${columns} FROM ${tables.emails} WHERE id ${among(ids)}`
        if (found.length > 0) yield* write(found)
        return ids.length
      })
    )
    const anyLeft = sql`SELECT 1 AS one FROM ${tables.search_queue} WHERE email_id > '' LIMIT 1`

    // Without a transaction if there is nothing to do, as nearly always.
    return (yield* stored(anyLeft)).length === 0 ? 0 : yield* page
  }
)
