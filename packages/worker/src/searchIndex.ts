import { SearchIndex } from "@telemark/core"
import { Effect, Schedule } from "effect"

/** Between two looks: lists find the newest messages without the index. */
const idlePause = "10 seconds"

/** Between two pages of a backlog, such as all mail of an earlier version: sends come first. */
const pause = "50 millis"

/** Indexes the words of accepted messages, page by page, until none is left. Errors are logged. */
export const fillSearchIndex: Effect.Effect<never, never, SearchIndex> = Effect.flatMap(
  SearchIndex,
  ({ fill }) =>
    Effect.repeat(fill, {
      while: (taken) => taken > 0,
      schedule: Schedule.spaced(pause)
    }).pipe(
      Effect.catchAll((error) =>
        Effect.logWarning("messages could not be indexed for search; it will be tried again", {
          reason: error.message
        })
      ),
      Effect.andThen(Effect.sleep(idlePause)),
      Effect.forever
    )
)
