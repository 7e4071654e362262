import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { positionsPerMillisecond, tenantWord } from "./searchedRows.js"

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
