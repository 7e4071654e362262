import type { EventType } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { defineTable, type Row } from "../../database/table.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"
import { makeWithoutRecorders } from "../log/withoutRecorders.js"
import { subscriptionLeases } from "./subscriptionLeases.js"

export interface SubscriptionRecord {
  readonly id: string
  readonly tenant_id: string
  readonly name: string
  readonly types: ReadonlyArray<EventType>
  /** Epoch milliseconds, unless extended; null: permanent until it is removed. */
  readonly expires_at: number | null
  readonly created_at: number
}

const subscriptionTable = defineTable<SubscriptionRecord>()({
  id: "plain",
  tenant_id: "plain",
  name: "plain",
  types: "json",
  expires_at: "plain",
  created_at: "plain"
})

type SubscriptionRow = Row<typeof subscriptionTable>

/** Of one transaction. */
const maxRows = 500

const maxExpired = 100

/**
 * One that is new, takes other types than before, or goes is written while no other transaction
 * records events: earlier ones have ended, so their events can be read, and later ones find the
 * subscription as it is now.
 */
export const subscriptionQueries = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables, write, writeRelaxed } = database
  const withoutRecorders = yield* makeWithoutRecorders
  const columns = sql.literal(subscriptionTable.columns)
  const forUpdate = sql.literal(dialect.forUpdate)
  const eventIdRows = given(database, { event_id: "text" })

  /**
   * First, one to be removed is set aside: of no tenant, so that it gets no more events and can't
   * be found, under a name that no caller uses, and expired. A removal that breaks off is finished
   * later.
   */
  const setAside = sql`UPDATE ${tables.subscriptions} SET tenant_id = '', name = id, expires_at = 0`
  const isTemporary = (id: string) => sql`id = ${id} AND tenant_id <> '' AND expires_at IS NOT NULL`
  const expired = (now: number, limit: number) =>
    sql<{
      readonly id: string
    }>`SELECT id FROM ${tables.subscriptions} WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}`

  const find = (tenantId: string, name: string) =>
    sql<SubscriptionRow>`SELECT ${columns} FROM ${tables.subscriptions} WHERE tenant_id = ${tenantId} AND name = ${name}`

  const put = (row: SubscriptionRow) =>
    sql<SubscriptionRow>`
      INSERT INTO ${tables.subscriptions} ${sql.insert(row)}
      ON CONFLICT (tenant_id, name) DO UPDATE SET types = excluded.types RETURNING ${columns}`

  const removeRows = (id: string) =>
    writeRelaxed(
      Effect.map(
        sql`DELETE FROM ${tables.subscription_queue} WHERE subscription_id = ${id} AND event_id IN
        (SELECT event_id FROM ${tables.subscription_queue} WHERE subscription_id = ${id} ORDER BY event_id LIMIT ${maxRows} ${forUpdate})
        RETURNING event_id`,
        (rows) => rows.length
      )
    )

  /** With its outbox rows; whether this call did. */
  const clear = (id: string) =>
    Effect.gen(function* () {
      yield* repeatInTurns(removeRows(id), (removed) => removed === maxRows)
      const rows = yield* stored(
        sql`DELETE FROM ${tables.subscriptions} WHERE id = ${id} AND tenant_id = '' RETURNING id`
      )
      return rows.length > 0
    })

  return {
    /**
     * If the tenant has one of that name, only its `types` change. Afterwards every event is either
     * readable or will be added to the outbox.
     */
    open: (subscription: SubscriptionRecord) =>
      Effect.gen(function* () {
        const row = subscriptionTable.encode(subscription)
        const [kept] = yield* stored(find(row.tenant_id, row.name))
        const [written] = kept?.types === row.types ? [kept] : yield* withoutRecorders(put(row))
        return written === undefined ? subscription : subscriptionTable.decode(written)
      }),

    /** Null makes it permanent; false, without a change, if it is permanent or gone. */
    extend: (id: string, expiresAt: number | null) =>
      stored(
        Effect.map(
          sql`UPDATE ${tables.subscriptions} SET expires_at = ${expiresAt} WHERE ${isTemporary(id)} RETURNING id`,
          (rows) => rows.length > 0
        )
      ),

    /**
     * Missing events of a temporary subscription. False, without a change, if it is gone or
     * permanent (it may have handled some).
     */
    enqueue: (id: string, eventIds: ReadonlyArray<string>) =>
      write(
        Effect.gen(function* () {
          // Locked, so that a removal finds these events as well, and nothing makes the
          // subscription permanent and handles them meanwhile.
          const rows =
            yield* sql`SELECT id FROM ${tables.subscriptions} WHERE ${isTemporary(id)} ${forUpdate}`
          if (rows.length === 0 || eventIds.length === 0) return rows.length > 0
          yield* sql`INSERT INTO ${tables.subscription_queue} (subscription_id, event_id, leased_until)
            SELECT ${id}, event_id, 0 FROM ${eventIdRows(eventIds.map((event_id) => ({ event_id })))} AS given WHERE true
            ON CONFLICT DO NOTHING`
          return true
        })
      ),

    /** With its outbox rows; false if the tenant has none of that name. */
    remove: (tenantId: string, name: string) =>
      Effect.gen(function* () {
        const [removed] = yield* withoutRecorders(
          sql<{
            readonly id: string
          }>`${setAside} WHERE tenant_id = ${tenantId} AND name = ${name} RETURNING id`
        )
        if (removed !== undefined) yield* clear(removed.id)
        return removed !== undefined
      }),

    /** A bounded number, with their outbox rows; returns how many. */
    removeExpired: (now: number) =>
      Effect.gen(function* () {
        if ((yield* stored(expired(now, 1))).length === 0) return 0
        const removed = yield* withoutRecorders(
          sql<{
            readonly id: string
          }>`${setAside} WHERE id IN (${expired(now, maxExpired)}) AND expires_at <= ${now} RETURNING id`
        )
        const cleared = yield* Effect.forEach(removed, ({ id }) => clear(id))
        return cleared.filter((isOurs) => isOurs).length
      }),

    ...(yield* subscriptionLeases)
  }
})

export type SubscriptionQueries = Effect.Success<typeof subscriptionQueries>
