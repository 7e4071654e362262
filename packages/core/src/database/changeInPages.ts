import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { repeatInTurns } from "../kernel/timeSlices.js"
import type { Database } from "./Database.js"

/** What one transaction has changed. */
interface ChangedPage {
  readonly count: number
  /** The id of its last row; undefined if there was none, which is the end. */
  readonly last: string | undefined
}

/**
 * Changes rows page by page in the order of their ids, each page in a transaction of its own. It
 * may run again: what it changed counts once. Returns how many rows.
 */
export const changeInPages = (
  { change }: Pick<typeof Database.Service, "change">,
  changeAfter: (id: string) => Effect.Effect<ChangedPage, StorageError | SqlError.SqlError>
): Effect.Effect<number, StorageError> =>
  Effect.suspend(() => {
    let changed = 0
    let after = ""
    const nextPage = Effect.map(
      Effect.suspend(() => change(changeAfter(after))),
      ({ count, last }) => {
        changed += count
        after = last ?? after
        return last !== undefined
      }
    )
    return Effect.map(
      repeatInTurns(nextPage, (hasMore) => hasMore),
      () => changed
    )
  })
