import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import type { Remove } from "./RetentionStore.js"
import type { Window } from "./oldest.js"

interface Sweep {
  readonly read: (after: string, before: number) => Effect.Effect<Window, SqlError.SqlError>
  /** Removes those of the rows that may be removed; returns how many. */
  readonly remove: (ids: ReadonlyArray<string>) => Effect.Effect<number, SqlError.SqlError>
  /** The instant before which nothing must stay; by default the one asked for. */
  readonly until?: (before: number) => Effect.Effect<number, SqlError.SqlError>
}

/**
 * Windows without anything to remove that one transaction passes: on SQLite, nothing else is
 * written meanwhile.
 */
const maxInVain = 10

/** How far one transaction got: `next` is where the following one begins, undefined at the end. */
interface Reached {
  readonly removed: number
  readonly next: string | undefined
}

/**
 * Goes on where the last call stopped, from the beginning after the end: rows that must stay, and
 * Postgres' dead rows, aren't passed each time.
 */
export const makeSweep = Effect.map(
  Database,
  ({ writeRelaxed }) =>
    ({ read, remove, until = Effect.succeed }: Sweep): Remove => {
      let from = ""

      const sweep = (before: number): Effect.Effect<Reached, SqlError.SqlError | StorageError> =>
        Effect.gen(function* () {
          const instant = yield* until(before)
          let after = from
          for (let inVain = 1; ; inVain++) {
            const { ids, next } = yield* read(after, instant)
            const removed = ids.length === 0 ? 0 : yield* remove(ids)
            if (removed > 0 || next === undefined || inVain === maxInVain) return { removed, next }
            after = next
          }
        })

      // If a power cut undoes it, the rows are removed another time.
      const step = (before: number) =>
        Effect.tap(writeRelaxed(sweep(before)), ({ next }) =>
          Effect.sync(() => {
            from = next ?? ""
          })
        )

      return (before) =>
        Effect.map(
          Effect.repeat(step(before), {
            while: ({ next, removed }) => removed === 0 && next !== undefined
          }),
          ({ removed }) => removed
        )
    }
)
