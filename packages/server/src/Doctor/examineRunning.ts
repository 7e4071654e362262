import type { DiagnosisFinding, StoragePorts, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { databaseName, type Settings } from "../Settings/index.js"
import { checkBounces } from "./bounces.js"
import { examineContents } from "./contents.js"
import { checkDns } from "./dns.js"
import { checkEhlo } from "./ehlo.js"
import { nearestDirectory } from "./file.js"
import type { Finding } from "./Finding.js"
import { checkClock, checkDisk } from "./machine.js"
import { checkMail } from "./mail.js"
import { checkQueue } from "./queue.js"
import { checkReturnPath } from "./returnPath.js"
import { strangers } from "./settings.js"
import { checkTracking } from "./tracking.js"

const levels = { ok: "ok", warn: "warning", fail: "problem" } as const

const shown = ({ check, command, message, status, tenants }: Finding): DiagnosisFinding => ({
  level: levels[status],
  check,
  message,
  command: command ?? null,
  tenants: tenants ?? []
})

/** Network checks at a time: each waits for another host. */
const checksAtOnce = 4

/**
 * The checks for a server that runs, over the storage that it has open. A second connection of this
 * process would wait for the first one's locks, and on SQLite the first would wait for it, too.
 * That the port answers, and that the settings can be used, needs no check.
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
