import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { stored } from "../storageError.js"
import { type ComparedTable, compareTable } from "./compareTables.js"
import type { Copy } from "./DatabaseCopy.js"
import { forgetTarget, newestPosition, openTarget } from "./copyTarget.js"

/** The tables, and whether the target is in the source's place now. */
export interface SwitchedOver {
  readonly moved: boolean
  readonly tables: ReadonlyArray<ComparedTable>
}

/**
 * Closes the source, brings the last changes to the target, compares every table, and opens the
 * target. If a table differs, the source is open again and the table is copied anew next time. It
 * may be interrupted anywhere, and be run again.
 */
export const switchOver = (
  copy: Copy,
  /** Before the tables are compared. */
  onClosed: Effect.Effect<void> = Effect.void
): Effect.Effect<SwitchedOver, StorageError> =>
  Effect.gen(function* () {
    const { held, progress, source, tables, target, triggers } = copy
    const [from, to] = [source.database, target.database]
    if (held?.phase === "opened") {
      yield* triggers.finish
      yield* forgetTarget(to)
      return { moved: true, tables: [] }
    }
    yield* triggers.close(tables, target.name)
    yield* onClosed
    yield* copy.applyChanges
    const compared = yield* Effect.forEach(tables, (table) => compareTable(from, to, table))
    const different = compared.filter(({ same }) => !same)
    if (different.length > 0) {
      yield* progress.write(
        Effect.forEach(
          different,
          ({ table }) => progress.set(table, { position: undefined, isDone: false, copied: 0 }),
          { discard: true }
        )
      )
      yield* triggers.reopen
      return { moved: false, tables: compared }
    }
    yield* openTarget(to, held?.restore ?? "[]", yield* newestPosition(from))
    yield* triggers.finish
    yield* forgetTarget(to)
    return { moved: true, tables: compared }
  }).pipe(stored)
