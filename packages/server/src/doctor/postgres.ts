import type { PostgresInspection } from "@telemark/postgres"
import { Effect } from "effect"
import { loadPostgres, StorageNotUsable } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { databaseName, type DatabaseSettings } from "../settings/database.js"
import { type Finding, findingsOf } from "./Finding.js"
import { checkContents, found } from "./contents.js"

const onConnections = findingsOf("connections")
const onClock = findingsOf("clock")
const onDatabase = findingsOf("database")

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
    const {
      clockDifference,
      hasTables,
      maxConnections,
      mayCreateTables,
      usedConnections,
      version
    } = inspection
    const name = `${databaseName(database)} (Postgres ${version})`
    const { findings, newestRow } = hasTables
      ? yield* checkContents(settings, name)
      : found(judgeEmpty(name, mayCreateTables, settings.migrate))
    return {
      findings: [
        ...findings,
        judgeConnections(maxConnections, usedConnections, database.maxConnections),
        judgeClockDifference(clockDifference)
      ],
      newestRow
    }
  })

/** Doctor doesn't wait for a server that may be starting. */
const startTimeout = "2 seconds"

export const checkPostgres = (settings: Settings, database: PostgresSettings) =>
  Effect.matchEffect(
    Effect.flatMap(loadPostgres, ({ inspect }) =>
      inspect({
        url: database.url,
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
