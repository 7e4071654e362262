import { Feedback, orLog, repeatInTurns, type Retried } from "@telemark/core"
import { Clock, Duration, Effect } from "effect"

const together = 100

/** While no report is known to wait. Reports of this process don't wait for it. */
const idlePause = 10_000

/** If other workers have the due reports, and after a failure. */
const minPause = 200

const pauseUntilDue = (
  { hasMore, nextDue }: Pick<Retried, "hasMore" | "nextDue">,
  now: number,
  pollInterval: number
): number =>
  hasMore
    ? 0
    : Math.min(
        pollInterval,
        nextDue === undefined ? pollInterval : Math.max(nextDue - now, minPause)
      )

export const retryDueReports = Effect.flatMap(Feedback, (feedback) =>
  Effect.asVoid(repeatInTurns(feedback.retry(together), ({ hasMore }) => hasMore))
)

/**
 * Applies reports that came before their messages were recorded: at once if they came in this
 * process, otherwise when they are due. Every worker may run it.
 */
export const retryReports = (pollInterval: Duration.Input) =>
  Effect.flatMap(Feedback, (feedback) =>
    Effect.flatMap(feedback.listen, (somethingNew) => {
      const interval = Math.max(Duration.toMillis(pollInterval), idlePause)
      const tryDue = Effect.flatMap(feedback.retry(together), (retried) =>
        Effect.map(Clock.currentTimeMillis, (now) => pauseUntilDue(retried, now, interval))
      )
      const round = orLog(
        "reports that wait could not be tried; it will be tried again",
        interval
      )(tryDue)
      return Effect.forever(
        Effect.flatMap(round, (pause) =>
          pause === 0 ? Effect.yieldNow : Effect.raceFirst(Effect.sleep(pause), somethingNew)
        )
      )
    })
  )
