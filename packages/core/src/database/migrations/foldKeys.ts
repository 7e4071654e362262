import { foldAddress, type StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../Database.js"
import { stored } from "../storageError.js"

/** The key of a row in `suppressions`. */
interface Key {
  readonly tenant_id: string
  readonly folded: string
  readonly topic: string
}

/** Rows that are read at once, and the most of one transaction. */
const page = 500

const first: Key = { tenant_id: "", folded: "", topic: "" }

/** By who may take a suppression back: a complaint nobody but the operator, the last its owner. */
const severity = (table: string): string =>
  `CASE ${table}.reason WHEN 'complaint' THEN 3 WHEN 'unsubscribe' THEN 0 WHEN 'bounce' THEN 1 ELSE 2 END`

/**
 * Gives suppressions the keys that `foldAddress` makes of theirs today. Versions before made others
 * for decomposed letters, also while they still run beside this one, and SQLite can't compose
 * letters: so each start looks through the few keys that aren't ASCII, which an index has. Where two
 * suppressions become one, the graver stays as it is: see `severity`; of two like that, the older.
 */
export const foldKeys: Effect.Effect<void, StorageError, Database> = Effect.gen(function* () {
  const { dialect, sql, tables, write } = yield* Database
  const isBeyondAscii = sql.literal(dialect.isBeyondAscii("folded"))
  const isGraver = sql.literal(
    `(${severity("excluded")}, -excluded.added_at) > (${severity("suppressions")}, -suppressions.added_at)`
  )

  const read = (after: Key) =>
    sql<Key>`SELECT tenant_id, folded, topic FROM ${tables.suppressions}
      WHERE ${isBeyondAscii} AND (tenant_id, folded, topic) > (${after.tenant_id}, ${after.folded}, ${after.topic})
      ORDER BY tenant_id, folded, topic LIMIT ${page}`

  const move = ({ folded, tenant_id, topic }: Key): Effect.Effect<void, SqlError.SqlError> =>
    Effect.flatMap(
      sql<
        Key & Readonly<Record<string, unknown>>
      >`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenant_id} AND folded = ${folded} AND topic = ${topic}
        RETURNING tenant_id, folded, email_address, reason, added_at, cause, topic`,
      // None if another process was first.
      Effect.forEach(
        (row) =>
          sql`INSERT INTO ${tables.suppressions} ${sql.insert({ ...row, folded: foldAddress(row.folded) })}
            ON CONFLICT (tenant_id, folded, topic) DO UPDATE SET
              email_address = excluded.email_address, reason = excluded.reason, added_at = excluded.added_at, cause = excluded.cause
            WHERE ${isGraver}`,
        { discard: true }
      )
    )

  let after: Key | undefined = first
  while (after !== undefined) {
    const rows: ReadonlyArray<Key> = yield* stored(read(after))
    const changed = rows.filter(({ folded }) => foldAddress(folded) !== folded)
    if (changed.length > 0) yield* write(Effect.forEach(changed, move, { discard: true }))
    after = rows.length < page ? undefined : rows.at(-1)
  }
})
