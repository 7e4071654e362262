import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeExclusive } from "../log/exclusive.js"

/** The maximum of rows that one transaction removes. */
const max = 500

/** The maximum of subscriptions that one call removes. */
const maxExpired = 100

interface Row {
  readonly id: string
}

/**
 * Removes subscriptions with their outbox rows. First they are set aside: of no tenant, so that
 * they get no more events and can't be found or extended, under a name that no caller uses, and
 * expired. So a removal that breaks off is finished later.
 */
export const makeRemove = Effect.gen(function* () {
  const { dialect, sql, tables, writeRelaxed } = yield* Database
  // Waits for transactions that have found a subscription, but not yet written its outbox rows.
  const exclusively = yield* makeExclusive
  const forUpdate = sql.literal(dialect.forUpdate)
  const setAside = sql`UPDATE ${tables.subscriptions} SET tenant_id = '', name = id, expires_at = 0`

  const removeSome = (id: string) =>
    writeRelaxed(
      Effect.map(
        sql`DELETE FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND event_id IN
        (SELECT event_id FROM ${tables.subscription_queue} WHERE subscription_id = ${id} ORDER BY event_id LIMIT ${max} ${forUpdate})
        RETURNING event_id`,
        (rows) => rows.length
      )
    )

  /** Returns whether this call removed it. */
  const clear = (id: string): Effect.Effect<boolean, StorageError> =>
    Effect.gen(function* () {
      let removed: number = max
      while (removed === max) removed = yield* removeSome(id)
      const rows = yield* stored(
        sql`DELETE FROM ${tables.subscriptions} WHERE id = ${id} AND tenant_id = '' RETURNING id`
      )
      return rows.length > 0
    })

  const remove = (tenantId: string, name: string): Effect.Effect<boolean, StorageError> =>
    Effect.gen(function* () {
      const [removed] = yield* exclusively(
        sql<Row>`${setAside} WHERE tenant_id = ${tenantId} AND name = ${name} RETURNING id`
      )
      if (removed !== undefined) yield* clear(removed.id)
      return removed !== undefined
    })

  const expired = (now: number, limit: number) =>
    sql<Row>`SELECT id FROM ${tables.subscriptions} WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}`

  const removeExpired = (now: number): Effect.Effect<number, StorageError> =>
    Effect.gen(function* () {
      if ((yield* stored(expired(now, 1))).length === 0) return 0
      const removed = yield* exclusively(
        sql<Row>`${setAside} WHERE id IN (${expired(now, maxExpired)}) AND expires_at <= ${now} RETURNING id`
      )
      const cleared = yield* Effect.forEach(removed, ({ id }) => clear(id))
      return cleared.filter((isOurs) => isOurs).length
    })

  return { remove, removeExpired }
})
