import type { DiagnosisFinding } from "@telemark/core"
import { Effect, Result } from "effect"
import { readSettings, type Settings } from "../settings/Settings.js"
import { databaseName } from "../settings/database.js"
import { type Finding, settingsFine, settingsWrong, strangers } from "./Finding.js"
import { checkBounces, checkReturnPath } from "./bounces.js"
import { examineContents } from "./contents.js"
import { checkDns, checkTracking } from "./dns.js"
import { checkEhlo } from "./ehlo.js"
import { checkClock, checkDisk, checkFile, nearestDirectory } from "./file.js"
import { checkMail } from "./mail.js"
import { checkPort } from "./port.js"
import { checkPostgres } from "./postgres.js"
import { checkQueue } from "./queue.js"
import { requiredSecret } from "./secret.js"

/** Changes nothing. */
const checkDatabase = (settings: Settings) =>
  settings.database._tag === "Sqlite"
    ? checkFile(settings, settings.database.filename)
    : checkPostgres(settings, settings.database)

/** What needs no storage: each waits for another host. */
const checksOutside = (
  settings: Settings
): ReadonlyArray<Effect.Effect<ReadonlyArray<Finding>>> => [
  Effect.map(checkDns(settings), (finding) => [finding]),
  checkMail(settings),
  checkEhlo(settings),
  checkReturnPath(settings),
  checkBounces(settings),
  checkTracking(settings)
]

const examineWith = (settings: Settings) =>
  Effect.gen(function* () {
    const { findings, newestRow } = yield* checkDatabase(settings)
    return [
      ...requiredSecret(settings),
      ...findings,
      ...(yield* checkQueue(settings)),
      yield* checkClock(newestRow),
      yield* checkPort(settings),
      ...(yield* Effect.all(checksOutside(settings))).flat()
    ]
  })

/** If the settings are invalid, checks that need them are left out. */
export const examine = Effect.gen(function* () {
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

const checksAtOnce = 4

/**
 * The checks of a running server, over its own storage: a second connection of this process would
 * wait for the first one's locks, and on SQLite the first for it, too. That the port answers and
 * the settings can be used needs no check.
 */
export const examineRunning = (settings: Settings) =>
  Effect.gen(function* () {
    const { database } = settings
    const { findings, newestRow } = yield* examineContents(settings, databaseName(database))
    const [queue, ...outside] = yield* Effect.all(
      [checkQueue(settings), ...checksOutside(settings)],
      {
        concurrency: checksAtOnce
      }
    )
    return [
      ...strangers(Object.keys(process.env)),
      ...findings,
      ...(database._tag === "Sqlite"
        ? [yield* checkDisk(nearestDirectory(database.filename))]
        : []),
      ...queue,
      yield* checkClock(newestRow),
      ...outside.flat()
    ].map(shown)
  })
