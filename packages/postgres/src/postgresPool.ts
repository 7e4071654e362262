import { parseUrl, type StorageError } from "@telemark/contract"
import { Duration, Effect, type Scope } from "effect"
import pg, { type Pool } from "pg"
import { Socket } from "node:net"
import type { PostgresOptions } from "./PostgresOptions.js"
import { refuse } from "./explainPostgresError.js"
import { checkSessions } from "./pooler.js"
import { connectTimeoutOf, isShared, plain, planning, timeouts } from "./sessionSettings.js"

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

type OwnOptions = Exclude<PostgresOptions, { readonly pool: pg.Pool }>

/** The rest of a URL is left to the driver, such as `?sslmode=verify-full`. */
const isUrl = (url: string): boolean =>
  /^postgres(?:ql)?:\/\//i.test(url) && parseUrl(url) !== undefined

const invalidUrl = refuse(
  "The URL of the database is not valid. Write it as postgres://user:password@host:5432/database, " +
    "with special characters of the password percent-encoded."
)

/** Without members that are undefined, which the driver would take as given. */
export const withoutUndefined = <A extends object>(
  options: A
): { [Name in keyof A]?: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof A]?: Exclude<A[Name], undefined>
  }

const configOf = (options: OwnOptions): pg.ClientConfig => {
  const { ssl } = options
  if (options.url !== undefined)
    return withoutUndefined({ connectionString: plain(options.url), ssl })
  const { database, host, password, port, user } = options
  return withoutUndefined({
    ssl,
    host,
    port,
    user,
    database,
    password: password && plain(password)
  })
}

/** Tried out, since the driver reads a URL each time that it connects. */
const addressOf = (options: OwnOptions): Effect.Effect<pg.ClientConfig, StorageError> => {
  const config = configOf(options)
  if (config.connectionString !== undefined && !isUrl(config.connectionString)) return invalidUrl
  return Effect.try({
    try: () => {
      new pg.Client(config)
      return config
    },
    catch: (error) =>
      error instanceof Error && "syscall" in error
        ? refuse(
            "A file that the URL of the database names, such as its sslrootcert, can't be read."
          )
        : invalidUrl
  })
}

/** The pauses of a quiet day. A connection costs the server some megabytes. */
const idleTimeout = Duration.minutes(5)

interface Connections {
  readonly pool: pg.Pool
  readonly config: pg.ClientConfig
}

const ignore = (): void => undefined

/** A lost idle connection must not end the process. */
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

/**
 * Not at the start of a connection, where PgBouncer refuses them. Beside limits and planning, the
 * server checks every 2 seconds whether the client of a running statement is still connected, so
 * that a killed client keeps its locks no longer. Not every system can do that.
 */
const settingUp = (options: OwnOptions): string => {
  const sets = Object.entries({ ...timeouts(options), ...planning }).map(
    ([name, value]) => `PERFORM set_config('${name}', '${value}', false);`
  )
  return `DO $$ BEGIN ${sets.join(" ")}
    BEGIN PERFORM set_config('client_connection_check_interval', '2000', false); EXCEPTION WHEN OTHERS THEN NULL; END;
  END $$`
}

/** What is set must be that of this connection alone, which its first one finds out. */
const setUp = (
  options: OwnOptions,
  config: pg.ClientConfig
): NonNullable<pg.PoolConfig["verify"]> => {
  const text = settingUp(options)
  let isChecked = false
  return (client, done) => {
    const check = isChecked ? Promise.resolve() : checkSessions(client, config)
    check
      .then(() => {
        isChecked = true
        return client.query(text)
      })
      .then(() => {
        done()
      }, done)
  }
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
    const session: pg.PoolConfig = isShared(options)
      ? {}
      : {
          // Statements needn't wait for the answers to those before them.
          pipeline: true,
          verify: setUp(options, config)
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

export const makePostgresPool = (
  options: PostgresOptions
): Effect.Effect<Connections, StorageError, Scope.Scope> =>
  options.pool === undefined ? owned(options) : borrowed(options.pool)
