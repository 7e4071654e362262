import type { StorageError } from "@telemark/contract"
import { codesOf } from "@telemark/core"
import { Duration, Effect, type Scope } from "effect"
import pg, { type Pool } from "pg"
import { Socket } from "node:net"
import type { PostgresOptions } from "./PostgresOptions.js"
import { checkAddress, type OwnOptions, rereading } from "./address.js"
import { ConnectionFailure } from "./Session.js"
import { nameOf } from "./explainPostgresError.js"
import { makeHostClient } from "./hostClient.js"
import { checkSessions, type NewClient } from "./pooler.js"
import { connectTimeoutOf, isShared, needsWrites, planning, timeouts } from "./sessionSettings.js"

/** Milliseconds that closing waits for statements and for the server. */
const closeTimeout = 2000

/** Of a pool's connections, and of those outside of it. */
interface Sockets {
  readonly stream: () => Socket
  /**
   * Ends the pool, and destroys after 2 s what is left: a server that has disappeared would keep
   * the process waiting.
   */
  readonly close: (pool: Pool) => Effect.Effect<void>
}

export const makeSockets = (): Sockets => {
  const sockets = new Set<Socket>()
  return {
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.on("close", () => {
        sockets.delete(socket)
      })
      return socket
    },
    close: (pool) =>
      Effect.promise(async () => {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise((resolve) => {
          timer = setTimeout(resolve, closeTimeout)
        })
        const closed = async () => {
          await pool.end()
          await Promise.all(
            [...sockets].map(
              (socket) =>
                new Promise((resolve) => {
                  socket.on("close", resolve)
                })
            )
          )
        }
        await Promise.race([closed().catch(() => undefined), late])
        clearTimeout(timer)
        for (const socket of sockets) socket.destroy()
      })
  }
}

/** The pauses of a quiet day. A connection costs the server some megabytes. */
const idleTimeout = Duration.minutes(5)

interface Connections {
  readonly pool: pg.Pool
  /** A connection outside of the pool. */
  readonly newClient: NewClient
  /** For messages, without the login. */
  readonly name: string
}

const ignore = (): void => undefined

/** A lost idle connection must not end the process. */
const borrowed = (pool: pg.Pool): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      pool.on("error", ignore)
      return {
        pool,
        // A pool hides its password from copies.
        newClient: (more) =>
          new pg.Client({ ...pool.options, password: pool.options.password, ...more }),
        name: nameOf([pool.options])
      }
    }),
    () =>
      Effect.sync(() => {
        pool.off("error", ignore)
      })
  )

const isReadOnly = "25006"

/**
 * Not at the start of a connection, where PgBouncer refuses them. Beside limits and planning, the
 * server checks every 2 seconds whether the client of a running statement is still connected, so
 * that a killed client keeps its locks no longer. Not every system can do that.
 */
const settings = (options: OwnOptions): string => {
  const sets = Object.entries({ ...timeouts(options), ...planning }).map(
    ([name, value]) => `PERFORM set_config('${name}', '${value}', false);`
  )
  return `${sets.join(" ")}
    BEGIN PERFORM set_config('client_connection_check_interval', '2000', false); EXCEPTION WHEN OTHERS THEN NULL; END;`
}

/** Of several hosts, only the one that can be written to is used. */
const requireWrites = `IF current_setting('transaction_read_only') = 'on' THEN
  RAISE EXCEPTION 'It is a standby, or its transactions are read-only' USING ERRCODE = '${isReadOnly}'; END IF;`

/** What is set must be that of this connection alone, which the first one finds out. */
const setUp = (
  options: OwnOptions,
  newClient: NewClient,
  Client: ReturnType<typeof makeHostClient>
): NonNullable<pg.PoolConfig["verify"]> => {
  const ownsSessions = !isShared(options)
  const text = [
    needsWrites(options.url) ? requireWrites : "",
    ownsSessions ? settings(options) : ""
  ].join(" ")
  const limit = Duration.toMillis(connectTimeoutOf(options))
  let isChecked = !ownsSessions
  return (client, done) => {
    let isOver = false
    const end = (error?: Error, isUnusable = codesOf(error).includes(isReadOnly)): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (isUnusable && client instanceof Client) client.leave()
      done(error)
    }
    // Else the connection would keep its place in the pool until TCP gives up.
    const timer = setTimeout(() => {
      end(new ConnectionFailure("CONNECTION_TIMEOUT", "The server has fallen silent"), true)
    }, limit)
    const check = isChecked ? Promise.resolve() : checkSessions(client, newClient)
    check
      .then(() => {
        isChecked = true
        return client.query(`DO $$ BEGIN ${text} END $$`)
      })
      .then(
        () => {
          end()
        },
        (error: unknown) => {
          end(error as Error)
        }
      )
  }
}

const owned = (options: OwnOptions): Effect.Effect<Connections, StorageError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* checkAddress(options)
    const { close, stream } = makeSockets()
    const config: pg.ClientConfig = {
      application_name: "telemark",
      connectionTimeoutMillis: Duration.toMillis(connectTimeoutOf(options)),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream
    }
    const configs = rereading(options)
    const name = nameOf(configs())
    const Client = makeHostClient(configs)
    const newClient: NewClient = (more) => new Client({ ...config, ...more })
    const pool = new pg.Pool({
      ...config,
      Client,
      // Statements needn't wait for the answers to those before them.
      pipeline: !isShared(options),
      ...(isShared(options) && !needsWrites(options.url)
        ? {}
        : { verify: setUp(options, newClient, Client) }),
      max: options.maxConnections ?? 10,
      idleTimeoutMillis: Duration.toMillis(idleTimeout)
    })
    pool.on("error", ignore)
    yield* Effect.addFinalizer(() => close(pool))
    return { pool, newClient, name }
  })

export const makePostgresPool = (
  options: PostgresOptions
): Effect.Effect<Connections, StorageError, Scope.Scope> =>
  options.pool === undefined ? owned(options) : borrowed(options.pool)
