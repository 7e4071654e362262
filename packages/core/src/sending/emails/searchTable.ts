import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import type { Searched } from "./searchTerms.js"
import { tagsOf } from "./tagTable.js"

/** The columns of `emails` that are searched. */
export const searchedColumns: ReadonlyArray<string> = [
  "recipient_email",
  "recipient_name",
  "subject",
  "sender_email",
  "sender_name",
  "template_id",
  "tags"
]

/** A row with those columns. */
export interface SearchedRow extends Omit<Searched, "tags"> {
  readonly tags: string | null
}

export const searchedOf = ({ tags, ...row }: SearchedRow): Searched => ({
  ...row,
  tags: tagsOf(tags)
})

/** A word that no text has: the mark of a tenant. */
export const tenantWord = (tenantId: string): string =>
  `=${tenantId.toLowerCase().replace(/[^a-z0-9]/g, "_")}`

/** On SQLite, positions in the index are times: with room for so many messages of a millisecond. */
export const positionsPerMillisecond = 1_048_576

/** A message that the index proposes. */
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
