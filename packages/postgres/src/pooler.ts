import { failed } from "@telemark/core"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type pg from "pg"
import { ConnectionFailure } from "./Session.js"

/** Makes a connection outside of the pool, with further settings. */
export type NewClient = (more?: pg.ClientConfig) => pg.Client

/** In milliseconds. A pooler may have no connection left for the second session. */
const timeout = 5000

const ignore = (): void => undefined

const processOf = async (client: pg.ClientBase): Promise<unknown> => {
  const { rows } = await client.query<{ readonly pid: number }>("SELECT pg_backend_pid() AS pid")
  return rows[0]?.pid
}

/** The process of the server by what was said at the start of the connection. */
const announcedTo = (client: pg.ClientBase): unknown =>
  "processID" in client ? client.processID : undefined

/**
 * Whether this idle connection loses its session to another one that begins a transaction: so it is
 * behind PgBouncer in transaction mode. If that is busy, the other one may get another session, and
 * so may this one afterwards.
 */
const losesSession = async (
  client: pg.ClientBase,
  own: unknown,
  newClient: NewClient
): Promise<boolean> => {
  const other = newClient({ query_timeout: timeout })
  other.on("error", ignore)
  try {
    await other.connect()
    await other.query("BEGIN")
    if ((await processOf(other)) === own || (await processOf(client)) !== own) return true
    await other.query("ROLLBACK")
    return false
  } finally {
    void other.end().catch(() => undefined)
  }
}

/**
 * Fails if a pooler gives each transaction of this connection another session. A pooler announces
 * itself by a process that isn't the server's. What can't be found out counts as right.
 */
export const checkSessions = async (client: pg.ClientBase, newClient: NewClient): Promise<void> => {
  const announced = announcedTo(client)
  if (typeof announced !== "number") return
  const own = await processOf(client)
  if (own === announced) return
  if (await losesSession(client, own, newClient).catch(() => false))
    throw new ConnectionFailure(
      "POOLED_TRANSACTIONS",
      "Each transaction has another session: a pooler in transaction mode is in between"
    )
}

/** The same of a host's pool. */
export const checkSessionsOf = (
  pool: pg.Pool,
  newClient: NewClient
): Effect.Effect<void, SqlError> =>
  Effect.tryPromise({
    try: async () => {
      const client = await pool.connect()
      client.on("error", ignore)
      try {
        await checkSessions(client, newClient)
      } finally {
        client.release()
        client.off("error", ignore)
      }
    },
    catch: (error) => failed(error)
  })
