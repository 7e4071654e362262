import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"

/** A message that doesn't wait any more. */
interface Ended {
  readonly tenant_id: string
  readonly created_at: number
  readonly body_id: string
}

/**
 * Removes bodies that aren't to be stored longer than their messages wait, inside the transaction
 * that took some of these off the queue. Each is locked before its messages are looked at: of two
 * transactions that take off the last ones, the second sees what the first has done.
 */
export const makeRemoveSentBodies = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const among = makeAmong(database)
  const forUpdate = sql.literal(dialect.forUpdate)

  const isWaitedFor = ({ body_id, created_at, tenant_id }: Ended) =>
    Effect.map(
      sql`SELECT 1 AS one FROM ${tables.emails.unaliased} m JOIN ${tables.queue.unaliased} q ON q.id = m.id
        WHERE m.tenant_id = ${tenant_id} AND m.created_at = ${created_at} AND m.body_id = ${body_id} LIMIT 1`,
      (rows) => rows.length > 0
    )

  const remove = (ended: ReadonlyArray<Ended>) =>
    Effect.gen(function* () {
      const byId = new Map(ended.map((one) => [one.body_id, one]))
      const locked = yield* sql<{ readonly id: string }>`
        SELECT id FROM ${tables.bodies} WHERE id ${among([...byId.keys()])} AND store IS NOT NULL ORDER BY id ${forUpdate}`
      const removable: Array<string> = []
      for (const { id } of locked) {
        const one = byId.get(id)
        if (one !== undefined && !(yield* isWaitedFor(one))) removable.push(id)
      }
      if (removable.length === 0) return
      yield* sql`DELETE FROM ${tables.attachments} WHERE body_id ${among(removable)}`
      yield* sql`DELETE FROM ${tables.bodies} WHERE id ${among(removable)}`
    })

  return {
    remove,
    /** Of messages that were taken off the queue, by their ids. */
    removeOf: (ids: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const ended = yield* sql<Ended>`SELECT m.tenant_id, m.created_at, m.body_id
          FROM ${tables.emails.unaliased} m JOIN ${tables.bodies.unaliased} b ON b.id = m.body_id
          WHERE m.id ${among(ids)} AND b.store IS NOT NULL`
        if (ended.length > 0) yield* remove(ended)
      })
  }
})
