import type { DiagnosisFinding, StoragePorts, Tenants } from "@telemark/core"
import { Effect, Result } from "effect"
import { readSettings, type Settings } from "../settings/Settings.js"
import { databaseName } from "../settings/database.js"
import { type Finding, settingsFine, settingsWrong, strangers } from "./Finding.js"
import { checkBounces, checkReturnPath } from "./bounces.js"
import { type DatabaseFindings, examineContents } from "./contents.js"
import { checkDns } from "./dns.js"
import { checkEhlo } from "./ehlo.js"
import { checkFile, nearestDirectory } from "./file.js"
import { checkClock, checkDisk } from "./machine.js"
import { checkMail } from "./mail.js"
import { checkPort } from "./port.js"
import { checkPostgres } from "./postgres.js"
import { checkQueue } from "./queue.js"
import { requiredSecret } from "./secret.js"
import { checkTracking } from "./tracking.js"

/** Changes nothing. */
const checkDatabase = (settings: Settings): Effect.Effect<DatabaseFindings> =>
  settings.database._tag === "Sqlite"
    ? checkFile(settings, settings.database.filename)
    : checkPostgres(settings, settings.database)

const examineWith = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { findings, newestRow } = yield* checkDatabase(settings)
    return [
      ...requiredSecret(settings),
      ...findings,
      ...(yield* checkQueue(settings)),
      yield* checkClock(newestRow),
      yield* checkPort(settings),
      yield* checkDns(settings),
      ...(yield* checkMail(settings)),
      ...(yield* checkEhlo(settings)),
      ...(yield* checkReturnPath(settings)),
      ...(yield* checkBounces(settings)),
      ...(yield* checkTracking(settings))
    ]
  })

/** If the settings are invalid, checks that need them are left out. */
export const examine: Effect.Effect<ReadonlyArray<Finding>> = Effect.gen(function* () {
  const settings = yield* Effect.result(readSettings)
  const unknown = strangers(Object.keys(process.env))
  return Result.isFailure(settings)
    ? [...settingsWrong(settings.failure), ...unknown]
    : [settingsFine, ...unknown, ...(yield* examineWith(settings.success))]
})

const levels = { ok: "ok", warn: "warning", fail: "problem" } as const

const shown = ({ check, command, message, status, tenants }: Finding): DiagnosisFinding => ({
  level: levels[status],
  check,
  message,
  command: command ?? null,
  tenants: tenants ?? []
})

/** Each waits for another host. */
const checksAtOnce = 4

/**
 * The checks of a running server, over its own storage: a second connection of this process would
 * wait for the first one's locks, and on SQLite the first for it, too. That the port answers and
 * the settings can be used needs no check.
 */
export const examineRunning = (
  settings: Settings
): Effect.Effect<ReadonlyArray<DiagnosisFinding>, never, StoragePorts | Tenants> =>
  Effect.gen(function* () {
    const { database } = settings
    const { findings, newestRow } = yield* examineContents(
      settings,
      database._tag === "Sqlite" ? database.filename : databaseName(database)
    )
    const checks: ReadonlyArray<Effect.Effect<ReadonlyArray<Finding>>> = [
      database._tag === "Sqlite"
        ? Effect.map(checkDisk(nearestDirectory(database.filename)), (one) => [one])
        : Effect.succeed([]),
      checkQueue(settings),
      Effect.map(checkClock(newestRow), (one) => [one]),
      Effect.map(checkDns(settings), (one) => [one]),
      checkMail(settings),
      checkEhlo(settings),
      checkReturnPath(settings),
      checkBounces(settings),
      checkTracking(settings)
    ]
    const outside = yield* Effect.forEach(checks, (check) => check, { concurrency: checksAtOnce })
    return [...strangers(Object.keys(process.env)), ...findings, ...outside.flat()].map(shown)
  })
