import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import type { Row } from "../../database/table.js"
import { emailTable } from "./emailTable.js"
import { searchedNames, searchedWords } from "./searchTerms.js"

const indexed = emailTable.pick("id", "tenant_id", "created_at", "tags", ...searchedNames)

/** A word that no text has: the mark of a tenant. */
const tenantWord = (tenantId: string): string =>
  `=${tenantId.toLowerCase().replace(/[^a-z0-9]/g, "_")}`

/** On SQLite, positions in the index are times: with room for so many messages of a millisecond. */
const positionsPerMillisecond = 1_048_576

export interface WordMatch {
  readonly id: string
  readonly created_at: number
}

/** Beginnings of words, and the tenant's mark, as the databases' languages of search write them. */
const queryFor = {
  // Words have letters and digits only, so nothing needs an escape.
  sqlite: (tenant: string, words: ReadonlyArray<string>) =>
    [`"${tenant}"`, ...words.map((word) => `"${word}"*`)].join(" AND "),
  postgres: (tenant: string, words: ReadonlyArray<string>) =>
    [`'${tenant}'`, ...words.map((word) => `'${word}':*`)].join(" & ")
}

/**
 * Finds the newest messages of a tenant, accepted at an instant or earlier, that have words which
 * begin so. The index may lag behind, and has one mark for tenants whose ids differ in punctuation:
 * it only proposes.
 */
export const makeFindByWords = Effect.map(Database, ({ dialect, names, sql, tables }) => {
  const index = sql.literal(names.index("emails_by_word"))
  const perMillisecond = sql.literal(String(positionsPerMillisecond))
  return (
    tenantId: string,
    words: ReadonlyArray<string>,
    until: number,
    limit: number
  ): Effect.Effect<ReadonlyArray<WordMatch>, SqlError.SqlError> => {
    const query = queryFor[dialect.name](tenantWord(tenantId), words)
    return dialect.name === "sqlite"
      ? sql<WordMatch>`
          SELECT email_id AS id, created_at FROM (SELECT rowid AS place FROM ${index}(${query}) AS matched
            WHERE rowid < (CAST(${until} AS INTEGER) + 1) * ${perMillisecond} ORDER BY rowid DESC LIMIT ${limit}) AS found
          JOIN ${tables.email_search} ON position = place ORDER BY place DESC`
      : sql<WordMatch>`
          SELECT email_id AS id, created_at FROM ${tables.email_search}
          WHERE array_to_tsvector(string_to_array(words, ' ')) @@ ${query}::tsquery AND created_at <= ${until}
          ORDER BY created_at DESC, email_id DESC LIMIT ${limit}`
  }
})

interface Queued {
  readonly id: string
  readonly tenant_id: string
}

/**
 * The statement that notes messages to be indexed. Indexing them at once would make a send a tenth
 * dearer, and Postgres would now and then let one of them sort what thousands before it left.
 */
export const makeQueueForIndex = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const rows = given(database, { id: "text", tenant_id: "text" })
  return (emails: ReadonlyArray<Queued>): Statement.Statement<object> =>
    sql`INSERT INTO ${tables.search_queue} (email_id, tenant_id) SELECT id, tenant_id FROM ${rows(emails)} AS given WHERE true`
})

/**
 * Removes the words of messages inside the transaction that has just removed these. First from the
 * queue: this waits for whoever is indexing them, so that what they wrote is removed as well.
 */
export const makeRemoveWords = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  return (ids: ReadonlyArray<string>): Effect.Effect<void, SqlError.SqlError> =>
    Effect.andThen(
      sql`DELETE FROM ${tables.search_queue} WHERE email_id ${among(ids)}`,
      Effect.asVoid(sql`DELETE FROM ${tables.email_search} WHERE email_id ${among(ids)}`)
    )
})

/** Messages that one transaction indexes at most: on SQLite, nothing else is written meanwhile. */
const max = 500

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
    const columns = sql.literal(indexed.columns)
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

    const write = (found: ReadonlyArray<Row<typeof indexed>>) => {
      const words = rows(
        found.map((row) => ({
          email_id: row.id,
          tenant_id: row.tenant_id,
          created_at: row.created_at,
          words: [tenantWord(row.tenant_id), ...searchedWords(indexed.decode(row))].join(" ")
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
        const found = yield* sql<
          Row<typeof indexed>
        >`SELECT ${columns} FROM ${tables.emails} WHERE id ${among(ids)}`
        if (found.length > 0) yield* write(found)
        return ids.length
      })
    )
    const anyLeft = sql`SELECT 1 AS one FROM ${tables.search_queue} WHERE email_id > '' LIMIT 1`

    // Without a transaction if there is nothing to do, as nearly always.
    return (yield* stored(anyLeft)).length === 0 ? 0 : yield* page
  }
)
