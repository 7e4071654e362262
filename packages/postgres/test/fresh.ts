import { createDatabase, freshDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { Effect } from "effect"
import pg from "pg"

/** The URL of a database with the schema up to date, which is gone when the scope closes. */
export const fresh = Effect.map(
  Effect.acquireRelease(Effect.promise(freshDatabase), ({ drop }) => Effect.promise(drop)),
  ({ url }) => url
)

/** Likewise, without any table. */
export const empty = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => createDatabase(testPostgresUrl())),
    ({ drop }) => Effect.promise(drop)
  ),
  ({ url }) => url
)

/** A connection of the test's own, beside those under test. */
export const watcher = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client(url)
      client.on("error", () => undefined)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  )

/** The rows of a statement that the test itself runs. */
export const ask = (client: pg.Client, text: string) =>
  Effect.map(
    Effect.promise(() => client.query<Record<string, unknown>>(text)),
    ({ rows }) => rows
  )

/** Asks the server until it says so: for what it does in its own time. */
export const eventually = (client: pg.Client, condition: string) =>
  ask(client, `SELECT (${condition}) AS holds`).pipe(
    Effect.repeat({ until: ([row]) => row?.["holds"] === true }),
    Effect.asVoid
  )
