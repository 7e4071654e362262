import { Effect, Redacted } from "effect"
import type { Client } from "pg"
import { explainStorage, loadPostgres } from "../application/storage.js"
import { commandFailed } from "../cli/failures.js"
import type { Opening } from "./BenchDatabase.js"
import { timesOf } from "./syncTimes.js"

/** Of the measurement's own tables. */
const schema = "telemark_bench"

/** Whatever has rows of somebody, except what extensions bring. */
const relation = `SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`

const notEmpty = (name: string, found: string) =>
  commandFailed(
    "database_not_empty",
    found === schema
      ? `Another \`telemark bench\` uses the database ${name}, or one was killed there. If none runs, remove what it left: DROP SCHEMA ${schema} CASCADE`
      : `The database ${name} isn't empty. Make one for this measurement, and name it with --database: createdb telemark_bench`
  )

const commitTimes = async (client: Client): Promise<ReadonlyArray<number>> => {
  await client.query(`CREATE TABLE ${schema}.commits (at int)`)
  const taken = await timesOf(() => client.query(`INSERT INTO ${schema}.commits VALUES (1)`))
  await client.query(`DROP TABLE ${schema}.commits`)
  return taken
}

/** A schema of its own in an empty database. It is dropped with the scope. */
export const openPostgres = (url: string, name: string): Opening =>
  Effect.gen(function* () {
    const unusable = (why: string) =>
      commandFailed(
        "database_not_usable",
        `The database ${name} of --database can't be used. ${why}`
      )
    const { inspect } = yield* loadPostgres
    const { version } = yield* inspect({ url: Redacted.make(url), startTimeout: "2 seconds" })
    const { default: pg } = yield* Effect.promise(() => import("pg"))
    const asked = <A>(ask: () => Promise<A>) =>
      Effect.tryPromise({
        try: ask,
        catch: () => unusable("Its user must be able to log in and to make schemas.")
      })
    const client = yield* Effect.acquireRelease(
      asked(async () => {
        const made = new pg.Client({ connectionString: url })
        // Whoever waits for an answer gets the error, too.
        made.on("error", () => undefined)
        await made.connect()
        return made
      }),
      (opened) => Effect.promise(() => opened.end())
    )
    const { rows } = yield* asked(() => client.query<{ readonly schema: string }>(relation))
    const [found] = rows
    if (found !== undefined) return yield* notEmpty(name, found.schema)
    // Fails if there is one: that isn't ours.
    yield* Effect.acquireRelease(
      asked(() => client.query(`CREATE SCHEMA ${schema}`)),
      () => Effect.ignore(asked(() => client.query(`DROP SCHEMA ${schema} CASCADE`)))
    )
    return {
      url,
      settings: { TELEMARK_DATABASE_SCHEMA: schema },
      title: `Postgres ${version} at ${name}`,
      bound: "commit" as const,
      syncTimes: () => commitTimes(client)
    }
  }).pipe(
    Effect.catchTag("StorageError", (cause) =>
      commandFailed(
        "database_not_usable",
        `The database ${name} of --database can't be used. ${explainStorage(cause)}`
      )
    )
  )
