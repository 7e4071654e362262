import type { StorageError } from "@telemark/contract"
import { Effect, type Scope } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { makeBatcher } from "../kernel/batching/Batcher.js"
import { Database } from "./Database.js"
import { gather } from "./gather.js"
import { stored } from "./storageError.js"

/** Keeps the statement and its answer small. */
const maxTogether = 256

/**
 * Lets look-ups of concurrent callers share one statement. On Postgres the round trip costs more
 * than the look-up; on SQLite one of many takes a quarter of the time, and a single one twice as
 * long (70 instead of 35 µs). A look-up only joins a statement that is still to be sent, so it sees
 * what was written before it was called. A caller inside a transaction of its own reads in that
 * transaction.
 */
export const batchedReads = <Item, Result>(
  find: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, SqlError.SqlError>
): Effect.Effect<
  (item: Item) => Effect.Effect<Result, StorageError>,
  never,
  Database | Scope.Scope
> =>
  Effect.gen(function* () {
    const { inTransaction } = yield* Database
    const run = (items: ReadonlyArray<Item>) => stored(find(items))
    const runSingle = (item: Item) => Effect.map(run([item]), ([result]) => result as Result)
    const batch = yield* makeBatcher({
      maxSize: maxTogether,
      gather,
      isOneItems: ({ reason }) => reason === "fault",
      run
    })
    return (item) =>
      Effect.flatMap(inTransaction, (isInside) => (isInside ? runSingle(item) : batch(item)))
  })
