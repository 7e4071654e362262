import { orLog, SqlSends, WakeUp } from "@telemark/core"
import { Duration, Effect } from "effect"
import { orLogCrash } from "./backgroundLoops.js"
import type { WorkerSettings } from "./options.js"
import { pauseAfter } from "./pressure.js"

/**
 * In milliseconds, where the storage announces what is inserted: an announcement may be lost, and
 * nobody announces that the lease of a dead worker has ended.
 */
const maxPause = 30_000

/** While nothing can be inserted: idle servers do little. */
const notInstalledPause = "2 minutes"

/** Installing signals, as mail does. */
const signalledPause = "1 second"

const isInstalled = Effect.flatMap(SqlSends, ({ isInstalled }) =>
  orLog("it could not be looked up whether sends are inserted by SQL", false)(isInstalled)
)

const untilInstalled = Effect.gen(function* () {
  const signalled = yield* (yield* WakeUp).listen
  const pause = Effect.raceFirst(
    Effect.sleep(notInstalledPause),
    Effect.andThen(signalled, Effect.sleep(signalledPause))
  )
  while (!(yield* isInstalled)) yield* pause
})

/**
 * Accepts what applications insert by SQL, as soon as it is committed. Every worker may run it.
 * While accepted messages wait, those go first: what others send meanwhile would wait behind a long
 * backlog.
 */
export const takeSqlSends = (
  { lease, pollInterval }: Pick<WorkerSettings, "lease" | "pollInterval">,
  mailWaits: () => boolean
) =>
  Effect.gen(function* () {
    const { listen, takeDue } = yield* SqlSends
    const leaseMillis = Duration.toMillis(lease)
    if (listen === undefined) yield* untilInstalled
    const pause =
      listen === undefined
        ? Effect.sleep(pollInterval)
        : Effect.raceFirst(Effect.sleep(Math.min(leaseMillis, maxPause)), yield* listen)
    const round = takeDue(leaseMillis).pipe(
      orLog("sends that were inserted by SQL could not be taken; it will be tried again", 0),
      orLogCrash("taking sends that were inserted by SQL crashed; it will be tried again", 0)
    )
    return yield* Effect.forever(
      Effect.flatMap(Effect.timed(round), ([took, taken]) => {
        if (taken === 0) return pause
        return mailWaits() ? Effect.sleep(pauseAfter(Duration.toMillis(took))) : Effect.yieldNow
      })
    )
  })
