import type { StorageError } from "@telemark/contract"
import { Domains, orLog, Reputation } from "@telemark/core"
import { Effect, Schedule } from "effect"

/**
 * Starts a loop again after a defect: a worker that looks healthy but does nothing is worse.
 * Interruptible, or closing the scope would hang.
 */
export const background = <R>(loop: Effect.Effect<unknown, never, R>) =>
  Effect.sandbox(loop).pipe(
    Effect.tapError((cause) =>
      Effect.logError("a loop of the worker crashed and is started again", cause)
    ),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.interruptible,
    Effect.forkScoped
  )

/** Of a defect. Otherwise a loop would die and start again at once. */
export const orLogCrash = <B>(crashed: string, otherwise: B, ...about: ReadonlyArray<unknown>) =>
  Effect.catchDefect((defect) => Effect.as(Effect.logError(crashed, ...about, defect), otherwise))

const together = 20

export const domainChecks = Effect.flatMap(Domains, (domains) =>
  Effect.repeat(domains.verifyDue(together), { while: (verified) => verified > 0 }).pipe(
    orLog("sending domains could not be checked; it will be tried again", 0),
    orLogCrash("checking sending domains crashed; it will be tried again", 0),
    Effect.repeat(Schedule.spaced("2 minutes")),
    Effect.asVoid
  )
)

/**
 * Warns of tenants with too many complaints or bounces, or pauses them, as the option `reputation`
 * says. Looks half as often while no tenant has any: idle servers do little.
 */
export const reputationGuard = Effect.flatMap(Reputation, ({ guard }) =>
  guard.pipe(
    orLog("complaints and bounces could not be checked; it will be tried again", 0),
    orLogCrash("checking complaints and bounces crashed; it will be tried again", 0),
    Effect.flatMap((troubled) => Effect.sleep(troubled > 0 ? "1 minute" : "2 minutes")),
    Effect.forever
  )
)

/** Between two pages of a backlog: sends come first. */
const pause = "50 millis"

/** In milliseconds, while mail comes. */
const busyPause = 10_000

/** While none comes: lists find the newest messages by themselves. */
const idlePause = 120_000

/** Indexes the words of accepted messages, page by page. `fill` is `indexMessages`. */
export const fillSearchIndex = <R>(fill: Effect.Effect<number, StorageError, R>) => {
  const more = Effect.repeat(fill, {
    while: (taken) => taken > 0,
    schedule: Schedule.spaced(pause)
  })
  const round = Effect.flatMap(fill, (taken) =>
    taken === 0 ? Effect.succeed(idlePause) : Effect.as(more, busyPause)
  )
  return round.pipe(
    orLog("messages could not be indexed for search; it will be tried again", idlePause),
    Effect.flatMap(Effect.sleep),
    Effect.forever
  )
}
