import { type CopyState, Database, findCopy, type SourcePhase, timestamp } from "@telemark/core"
import { Effect } from "effect"
import { type Finding, findingsOf } from "./Finding.js"

const { warn } = findingsOf("copy")

export const judgeCopy = (
  copy: Pick<CopyState<SourcePhase>, "changed_at" | "peer"> | undefined
): ReadonlyArray<Finding> =>
  copy === undefined
    ? []
    : [
        warn(
          `Since ${timestamp(copy.changed_at)}, what changes in this database is noted for a copy to ${copy.peer}. That takes space until the copy is finished or given up.`,
          {
            command:
              "`telemark copy --switch` finishes it, and `telemark copy --abandon` gives it up."
          }
        )
      ]

export const checkCopy = Effect.map(Effect.flatMap(Database, findCopy), judgeCopy)
