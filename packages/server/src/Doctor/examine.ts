import { Effect, Result } from "effect"
import { readSettings, type Settings } from "../Settings/index.js"
import { checkBounces } from "./bounces.js"
import { checkDatabase } from "./database.js"
import { checkDns } from "./dns.js"
import { checkEhlo } from "./ehlo.js"
import type { Finding } from "./Finding.js"
import { checkClock } from "./machine.js"
import { checkMail } from "./mail.js"
import { checkPort } from "./port.js"
import { checkQueue } from "./queue.js"
import { checkReturnPath } from "./returnPath.js"
import { requiredSecret } from "./secret.js"
import { settingsFine, settingsWrong, strangers } from "./settings.js"
import { checkTracking } from "./tracking.js"

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

/** Runs all checks. If the settings are invalid, those that need them are left out. */
export const examine: Effect.Effect<ReadonlyArray<Finding>> = Effect.gen(function* () {
  const settings = yield* Effect.result(readSettings)
  const unknown = strangers(Object.keys(process.env))
  return Result.isFailure(settings)
    ? [...settingsWrong(settings.failure), ...unknown]
    : [settingsFine, ...unknown, ...(yield* examineWith(settings.success))]
})
