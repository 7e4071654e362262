import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"

/**
 * Finds the messages that are still the owner's, and locks their queue rows until the transaction
 * ends. All statements that write several of these rows lock them in one order, so that renewing
 * and recording can't deadlock.
 */
export const makeLock = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)

  const select = (owner: string, ids: ReadonlyArray<string>) =>
    sql<{
      readonly id: string
    }>`SELECT id FROM ${tables.queue} WHERE id ${among(ids)} AND lease_owner = ${owner} ORDER BY id ${forUpdate}`

  return {
    select,
    ids: (owner: string, ids: ReadonlyArray<string>) =>
      Effect.map(select(owner, ids), (rows) => rows.map(({ id }) => id))
  }
})
