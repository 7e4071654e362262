import { makeCoalescing, makeSignal, openTransactionIn, type WakeUp } from "@telemark/core"
import { type Context, Effect, Scope } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { ClientConfig } from "pg"
import { listen } from "./listen.js"

/** The least time between two notifications: each takes a lock that all notifying commits share. */
const interval = "5 millis"

/**
 * Wakes the workers of this process at once, and those of others by NOTIFY, for which sends never
 * wait. Signals that arrive while a notification is under way share the next one. The first waiting
 * worker starts the connection that listens, so a process without workers has none. Without a
 * `listenerConfig` there is none at all. Channels belong to one database, as the queue does.
 */
export const makeWakeUp = (
  sql: SqlClient.SqlClient,
  listenerConfig: ClientConfig | undefined,
  channel: string
): Effect.Effect<typeof WakeUp.Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const local = makeSignal()

    // Nothing needs a notification to be on disk.
    const notify = Effect.ignore(
      sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`
    )
    const notifyAtCommit = Effect.ignore(sql`SELECT pg_notify(${channel}, '')`)
    const notifySoon = yield* makeCoalescing(notify, interval)

    const listening =
      listenerConfig === undefined
        ? Effect.void
        : yield* Effect.cached(
            Scope.provide(listen(listenerConfig, channel, local.announce), scope)
          )
    return {
      signal: Effect.contextWith((context: Context.Context<never>) =>
        // Workers find nothing before the caller's transaction is committed.
        openTransactionIn(sql, context) !== undefined
          ? notifyAtCommit
          : Effect.sync(() => {
              local.announce()
              notifySoon()
            })
      ),
      listen: Effect.map(local.listen, (heard) => Effect.andThen(listening, heard))
    }
  })
