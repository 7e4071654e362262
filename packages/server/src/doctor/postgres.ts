import type { PostgresInspection } from "@telemark/postgres"
import { Effect, type Redacted } from "effect"
import { explainStorage, loadPostgres, StorageNotUsable } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { databaseName, type DatabaseSettings } from "../settings/database.js"
import { type Finding, findingsOf } from "./Finding.js"
import { checkContents, found } from "./contents.js"

const onConnections = findingsOf("connections")
const onClock = findingsOf("clock")
const onDatabase = findingsOf("database")

/** Doctor doesn't wait for a server that may be starting. */
const startTimeout = "2 seconds"

type PostgresSettings = Extract<DatabaseSettings, { readonly _tag: "Postgres" }>

/** Of a process that delivers, beside its pool: it listens for new mail. */
const listening = 1

/** A server and a worker, twice: a rolling restart starts the new ones first. */
const usualProcesses = 4

export const judgeConnections = (granted: number, open: number, pool: number): Finding => {
  const each = pool + listening
  const processes = Math.floor(granted / each)
  const found = `Postgres grants ${granted} connections, of which ${open} are open now; a process takes up to ${each} with TELEMARK_DATABASE_POOL=${pool}`
  const remedy = "Set TELEMARK_DATABASE_POOL lower, or max_connections of Postgres higher."
  if (processes === 0) return onConnections.fail(`${found}, which is more. ${remedy}`)
  if (processes < usualProcesses) {
    return onConnections.warn(
      `${found}, so only ${processes} fit: a server and a worker are ${usualProcesses} while they are restarted one by one. ${remedy}`
    )
  }
  return onConnections.ok(`${found}, so ${processes} processes fit.`)
}

/** Instead, if a pooler in transaction mode is in between. */
const pooled = onConnections.ok(
  "Statements aren't prepared: a pooler in transaction mode shares out the connections, and its limits count."
)

/** What the direct address is for, where there is a pooler. */
const indirect = onConnections.ok(
  "Workers look for mail of other processes once a second. With TELEMARK_DATABASE_DIRECT_URL they hear of it, and migrations pass the pooler by."
)

const checkDirectly = (directUrl: Redacted.Redacted) =>
  Effect.match(
    Effect.flatMap(loadPostgres, ({ inspect }) => inspect({ url: directUrl, startTimeout })),
    {
      onFailure: (cause) =>
        onConnections.fail(
          `Migrations and notifications of new mail use TELEMARK_DATABASE_DIRECT_URL. ${explainStorage(cause)}`
        ),
      onSuccess: () =>
        onConnections.ok(
          "The database answers at TELEMARK_DATABASE_DIRECT_URL, for migrations and notifications of new mail."
        )
    }
  )

const checkConnections = (
  { directUrl, maxConnections: pool }: PostgresSettings,
  { isPooled, maxConnections, usedConnections }: PostgresInspection
): Effect.Effect<ReadonlyArray<Finding>> => {
  const connections = isPooled ? pooled : judgeConnections(maxConnections, usedConnections, pool)
  if (directUrl === undefined)
    return Effect.succeed(isPooled ? [connections, indirect] : [connections])
  return Effect.map(checkDirectly(directUrl), (finding) => [connections, finding])
}

const minDifference = 5000

/** `ahead`: of this machine's clock, in milliseconds. */
export const judgeClockDifference = (ahead: number): Finding => {
  const seconds = (Math.abs(ahead) / 1000).toFixed(1)
  return Math.abs(ahead) > minDifference
    ? onClock.warn(
        `This machine's clock is ${seconds} s ${ahead > 0 ? "behind" : "ahead of"} the database server's. ` +
          "Set both by NTP: each process decides by its own clock when mail is due and when leases run out."
      )
    : onClock.ok(`The clock of the database server differs by ${seconds} s.`)
}

export const judgeEmpty = (name: string, mayCreateTables: boolean, migrate: boolean): Finding =>
  mayCreateTables
    ? onDatabase.ok(
        `${name} has no tables yet; ${migrate ? "the first start" : "`telemark migrate`"} makes them.`
      )
    : onDatabase.fail(
        `${name} has no tables yet, and its user may not make them. Make that user the owner of the database, or grant it CREATE on the schema.`
      )

const judge = (settings: Settings, database: PostgresSettings, inspection: PostgresInspection) =>
  Effect.gen(function* () {
    const { clockDifference, hasTables, mayCreateTables, version } = inspection
    const name = `${databaseName(database)} (Postgres ${version})`
    const { findings, newestRow } = hasTables
      ? yield* checkContents(settings, name)
      : found(judgeEmpty(name, mayCreateTables, settings.migrate))
    return {
      findings: [
        ...findings,
        ...(yield* checkConnections(database, inspection)),
        judgeClockDifference(clockDifference)
      ],
      newestRow
    }
  })

export const checkPostgres = (settings: Settings, database: PostgresSettings) =>
  Effect.matchEffect(
    Effect.flatMap(loadPostgres, ({ inspect }) =>
      inspect({
        url: database.url,
        prepare: database.prepare,
        schema: database.schema,
        tablePrefix: database.tablePrefix,
        startTimeout
      })
    ),
    {
      onFailure: (cause) =>
        Effect.succeed(found(onDatabase.fail(new StorageNotUsable({ database, cause }).problem))),
      onSuccess: (inspection) => judge(settings, database, inspection)
    }
  )
