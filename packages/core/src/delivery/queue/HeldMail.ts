import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { changeInPages } from "../../database/changeInPages.js"
import { stored } from "../../database/storageError.js"
import { NewEvents } from "../../events/log/NewEvents.js"
import { newId } from "../../kernel/ids.js"
import { emailQueries } from "../../sending/emails/emailQueries.js"
import { makeHeldSqlSends } from "../../sending/sqlSends/heldSqlSends.js"
import { WakeUp } from "../message/WakeUp.js"
import { type HeldMessage, heldQueries, type HeldSelection } from "./heldQueries.js"

/** How many. */
export interface HeldCounts {
  readonly messages: number
  /** Sends inserted by SQL that no worker has accepted yet. */
  readonly sql_sends: number
}

interface HeldMailService {
  /**
   * Holds all that waits or is in flight: it isn't sent before it is released. For a database that
   * was restored, whose mail was perhaps sent since the backup. No worker may run: what it has in
   * flight would be held as well. If it is interrupted, it can be repeated.
   */
  readonly hold: Effect.Effect<HeldCounts, StorageError>
  /** Of tenants that have any. */
  readonly byTenant: Effect.Effect<
    ReadonlyArray<HeldCounts & { readonly tenant_id: string }>,
    StorageError
  >
  /** Oldest first. */
  readonly list: (
    which: HeldSelection,
    limit: number
  ) => Effect.Effect<ReadonlyArray<HeldMessage>, StorageError>
  /** It is sent as other mail: at once, or when it is scheduled. */
  readonly release: (which: HeldSelection) => Effect.Effect<HeldCounts, StorageError>
  /** As a message is cancelled by its tenant. */
  readonly cancel: (which: HeldSelection) => Effect.Effect<HeldCounts, StorageError>
}

interface Locked {
  readonly id: string
  readonly tenant_id: string
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { change } = database
  const queries = yield* heldQueries
  const sqlSends = yield* makeHeldSqlSends
  const { cancel } = yield* emailQueries
  const { signal } = yield* WakeUp
  const newEvents = yield* NewEvents

  const hold = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const sql_sends = yield* change(sqlSends.hold)
    const messages = yield* changeInPages(database, (after) =>
      Effect.map(queries.holdAfter(after, now), (held) => ({
        count: held.length,
        last: held.at(-1)
      }))
    )
    return { messages, sql_sends }
  })

  const eachPage = (
    which: HeldSelection,
    now: number,
    changePage: (
      page: ReadonlyArray<Locked>
    ) => Effect.Effect<number, SqlError.SqlError | StorageError>
  ) =>
    changeInPages(database, (after) =>
      Effect.flatMap(queries.lock(which, after, now), (locked) =>
        Effect.map(locked.length === 0 ? Effect.succeed(0) : changePage(locked), (count) => ({
          count,
          last: locked.at(-1)?.id
        }))
      )
    )

  const cancelOne = (now: number) => (message: Locked) =>
    Effect.map(
      Effect.flatMap(newId("evt"), (event_id) => cancel({ ...message, now, event_id })),
      (outcome) => (outcome === "cancelled" ? 1 : 0)
    )

  const sumOf = (counts: ReadonlyArray<number>): number =>
    counts.reduce((sum, count) => sum + count, 0)

  return HeldMail.of({
    hold,
    byTenant: stored(
      Effect.map(Effect.all([queries.byTenant, sqlSends.byTenant]), ([messages, sends]) => {
        const of = (rows: typeof messages, id: string) =>
          rows.find(({ tenant_id }) => tenant_id === id)?.count ?? 0
        const tenants = new Set([...messages, ...sends].map(({ tenant_id }) => tenant_id))
        return [...tenants].map((tenant_id) => ({
          tenant_id,
          messages: of(messages, tenant_id),
          sql_sends: of(sends, tenant_id)
        }))
      })
    ),
    list: (which, limit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => stored(queries.list(which, limit, now))),
    release: (which) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const messages = yield* eachPage(which, now, (page) =>
          Effect.as(queries.release(page, now), page.length)
        )
        const sql_sends = which.isToCome === true ? 0 : yield* change(sqlSends.release(which, now))
        yield* signal
        return { messages, sql_sends }
      }),
    cancel: (which) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const messages = yield* eachPage(which, now, (page) =>
          Effect.map(Effect.forEach(page, cancelOne(now)), sumOf)
        )
        const sql_sends = which.isToCome === true ? 0 : yield* change(sqlSends.cancel(which, now))
        yield* newEvents.signal
        return { messages, sql_sends }
      })
  })
})

/** Mail that isn't sent before the operator releases it: what waited in a restored database. */
export class HeldMail extends Context.Service<HeldMail, HeldMailService>()(
  "@telemark/core/HeldMail"
) {
  static readonly layer = Layer.effect(this, make)
}
