import {
  again,
  makeCoalescing,
  makeSignal,
  openTransactionIn,
  sqlSendsPayload,
  wakeable,
  type WakeUp
} from "@telemark/core"
import { Clock, type Context, type Duration, Effect, Schedule, Scope } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type pg from "pg"
import type { NewClient } from "./pooler.js"

/** In milliseconds. */
const connectTimeout = 5000

/** How long closing a connection may take, in milliseconds. */
const closeTimeout = 1000

/**
 * A connection that only listens doesn't notice that it leads nowhere, or to a demoted server,
 * where nobody notifies.
 */
const pingInterval = "30 seconds"

const isPrimary = "SELECT 1 WHERE NOT pg_is_in_recovery()"

/** Fails if the server doesn't answer in time, or is a standby. */
const ping = (client: pg.Client) =>
  Effect.tryPromise(() => client.query(isPrimary)).pipe(
    Effect.timeout(connectTimeout),
    Effect.filterOrFail(({ rowCount }) => rowCount === 1)
  )

const ignore = (): void => undefined

/** The socket to a server that has disappeared must not keep the process alive. */
const cut = (client: pg.Client): Effect.Effect<void> =>
  Effect.sync(() => {
    const { stream } = client.connection
    setTimeout(() => {
      stream.destroy()
    }, closeTimeout).unref()
    void client.end().catch(ignore)
  })

const listenOnce = (
  newClient: NewClient,
  channel: string,
  onNotification: (payload?: string) => void,
  pingedEvery: Duration.Input
): Effect.Effect<void> =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => newClient()),
        cut
      )
      const ended = wakeable<void>((resume) => {
        client.on("error", () => {
          resume(Effect.void)
        })
        client.on("end", () => {
          resume(Effect.void)
        })
      })
      const listening = Effect.promise(async () => {
        await client.connect()
        client.on("notification", ({ payload }) => {
          onNotification(payload)
        })
        await client.query(`LISTEN ${channel}`)
        // A notification may have been missed meanwhile.
        onNotification()
      })
      // Not `race`: if one side fails, it goes on waiting for the other.
      yield* Effect.raceFirst(
        ended,
        Effect.andThen(
          Effect.timeout(listening, connectTimeout),
          Effect.schedule(ping(client), Schedule.spaced(pingedEvery))
        )
      )
    })
  ).pipe(Effect.catchCause(() => Effect.void))

/**
 * Calls `onNotification` for each notification, and once after each connection is made. Reconnects once the
 * server doesn't answer or can't be written to: after 50 milliseconds, then at intervals up to 5
 * seconds. Real time: it is about a server.
 */
export const listenToChannel = (
  newClient: NewClient,
  channel: string,
  onNotification: (payload?: string) => void,
  pingedEvery: Duration.Input = pingInterval
): Effect.Effect<void, never, Scope.Scope> =>
  again(listenOnce(newClient, channel, onNotification, pingedEvery), {
    first: 50,
    max: 5_000,
    resetAfter: 60_000
  }).pipe(
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped,
    Effect.asVoid
  )

/** Between two notifications: each takes a lock that all notifying commits share. */
const interval = "5 millis"

/**
 * Wakes the workers of this process at once, and those of others by NOTIFY, for which sends never
 * wait. Signals that arrive meanwhile share the next one. The first waiting worker starts the
 * connection that listens; without a `newListener` there is none. Channels belong to one
 * database, as the queue does.
 */
export const makeWakeUp = (
  sql: SqlClient.SqlClient,
  newListener: NewClient | undefined,
  channel: string
): Effect.Effect<typeof WakeUp.Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const local = makeSignal()
    const sqlSends = makeSignal()
    const hear = (payload?: string): void => {
      if (payload !== sqlSendsPayload) local.announce()
      if (payload === undefined || payload === sqlSendsPayload) sqlSends.announce()
    }

    // Nothing needs a notification to be on disk.
    const notify = Effect.ignore(
      sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`
    )
    const notifyAtCommit = Effect.ignore(sql`SELECT pg_notify(${channel}, '')`)
    const notifySoon = yield* makeCoalescing(notify, interval)

    const listening =
      newListener === undefined
        ? Effect.void
        : yield* Effect.cached(Scope.provide(listenToChannel(newListener, channel, hear), scope))
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
      listen: Effect.map(local.listen, (heard) => Effect.andThen(listening, heard)),
      ...(newListener === undefined
        ? {}
        : {
            listenForSqlSends: Effect.map(sqlSends.listen, (heard) =>
              Effect.andThen(listening, heard)
            )
          })
    }
  })
