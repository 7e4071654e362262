import type { StorageError } from "@telemark/contract"
import { Duration, Effect, type Scope } from "effect"
import pg from "pg"
import { makeSockets } from "../client/sockets.js"
import type { PostgresOptions } from "./PostgresOptions.js"
import { addressOf, type OwnOptions } from "./address.js"
import { connectTimeoutOf, isShared, planning, timeouts } from "./limits.js"

/** Long enough for the pauses of a quiet day. A connection costs the server some megabytes. */
const idleTimeout = Duration.minutes(5)

export interface Connections {
  readonly pool: pg.Pool
  readonly config: pg.ClientConfig
}

const ignore = (): void => undefined

/** The host's own pool, which stays open. A lost idle connection must not end the process. */
const borrowed = (pool: pg.Pool): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      pool.on("error", ignore)
      return { pool, config: pool.options }
    }),
    () =>
      Effect.sync(() => {
        pool.off("error", ignore)
      })
  )

const sets = Object.entries(planning)
  .map(([name, value]) => `PERFORM set_config('${name}', '${value}', false);`)
  .join(" ")

/**
 * Sets up a new session. Beside planning, the server checks every 2 seconds whether the client of a
 * running statement is still connected, so that a killed client keeps its locks no longer. If the
 * server's system can't do that, the session goes without.
 */
const setUp = (client: pg.PoolClient, done: (error?: Error) => void): void => {
  client.query(
    `DO $$ BEGIN ${sets}
      BEGIN PERFORM set_config('client_connection_check_interval', '2000', false); EXCEPTION WHEN OTHERS THEN NULL; END;
    END $$`,
    (error: Error | null) => {
      done(error ?? undefined)
    }
  )
}

const owned = (options: OwnOptions): Effect.Effect<Connections, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    const { close, stream } = makeSockets()
    const config: pg.ClientConfig = {
      ...(yield* addressOf(options)),
      application_name: "telemark",
      connectionTimeoutMillis: Duration.toMillis(connectTimeoutOf(options)),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream
    }
    const { idle_in_transaction_session_timeout, lock_timeout, statement_timeout } =
      timeouts(options)
    const session: pg.PoolConfig = isShared(options)
      ? {}
      : {
          statement_timeout: Number(statement_timeout),
          lock_timeout: Number(lock_timeout),
          idle_in_transaction_session_timeout: Number(idle_in_transaction_session_timeout),
          verify: setUp
        }
    const pool = new pg.Pool({
      ...config,
      ...session,
      max: options.maxConnections ?? 10,
      idleTimeoutMillis: Duration.toMillis(idleTimeout)
    })
    pool.on("error", ignore)
    yield* Effect.addFinalizer(() => close(pool))
    return { pool, config }
  })

export const makePool = (
  options: PostgresOptions
): Effect.Effect<Connections, StorageError, Scope.Scope> =>
  options.pool === undefined ? owned(options) : borrowed(options.pool)
