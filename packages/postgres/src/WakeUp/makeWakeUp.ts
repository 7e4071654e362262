import type * as SqlClient from "@effect/sql/SqlClient"
import { makeCoalescing, makeSignal, type WakeUp } from "@telemark/core"
import { belongsOf, openTransaction } from "@telemark/sql"
import { Effect, Option, Scope } from "effect"
import type { ClientConfig } from "pg"
import { listen } from "./listen.js"

/** The least time between two notifications: each of them takes a lock that all notifying commits share. */
const interval = "5 millis"

/**
 * Wakes workers of this process at once and those of others by NOTIFY, which sends never wait for. Signals that
 * come while a notification is on its way share the next one. Listening begins with the first worker that
 * waits, so that a process without one holds no connection for it; without a `listenerConfig` there is none. Channels are of one database, as the queue is.
 */
export const makeWakeUp = (
  sql: SqlClient.SqlClient,
  listenerConfig: ClientConfig | undefined,
  channel: string
): Effect.Effect<typeof WakeUp.Service, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const local = makeSignal()

    // Nobody waits for it to be on disk.
    const notify = Effect.ignore(sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`)
    const notifyAtCommit = Effect.ignore(sql`SELECT pg_notify(${channel}, '')`)
    const notifySoon = yield* makeCoalescing(notify, interval)

    const listening = listenerConfig === undefined ? Effect.void : yield* Effect.cached(Scope.extend(listen(listenerConfig, channel, local.announce), scope))
    return {
      signal: Effect.flatMap(openTransaction(belongsOf(sql)), (transaction) =>
        // Until the caller's transaction is committed there is nothing to be found.
        Option.isSome(transaction) ? notifyAtCommit : Effect.sync(() => {
          local.announce()
          notifySoon()
        })),
      listen: Effect.map(local.listen, (heard) => Effect.zipRight(listening, heard))
    }
  })
