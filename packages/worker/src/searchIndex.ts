import type { StorageError } from "@telemark/contract"
import { Effect, Schedule } from "effect"

/** Between two pages of a backlog, such as all mail of an earlier version: sends come first. */
const pause = "50 millis"

/** Between two looks while mail comes, in milliseconds. */
const busyPause = 10_000

/** While none comes: idle servers do little, and lists find the newest messages by themselves. */
const idlePause = 120_000

/** Indexes the words of accepted messages, page by page, until none is left. Errors are logged. `fill` is `indexMessages`. */
export const fillSearchIndex = <R>(
  fill: Effect.Effect<number, StorageError, R>
): Effect.Effect<never, never, R> => {
  const more = Effect.repeat(fill, {
    while: (taken) => taken > 0,
    schedule: Schedule.spaced(pause)
  })
  const round = Effect.flatMap(fill, (taken) =>
    taken === 0 ? Effect.succeed(idlePause) : Effect.as(more, busyPause)
  )
  return round.pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning("messages could not be indexed for search; it will be tried again", {
          reason: error.message
        }),
        idlePause
      )
    ),
    Effect.flatMap(Effect.sleep),
    Effect.forever
  )
}
