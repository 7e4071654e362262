import type * as SqlError from "@effect/sql/SqlError"
import { type Batcher, makeBatcher, type StorageError } from "@telemark/core"
import { Effect, type Scope } from "effect"
import { Database } from "./Database.js"
import { gather } from "./gather.js"
import { isOneWrites } from "./storageError.js"

/** Above it a batch gains nothing more from sharing its commit, and others wait longer for theirs. */
const mostTogether = 64

/**
 * Lets writes that concurrent callers ask for share one transaction, and so one wait for the disk. A caller
 * that is inside a transaction of its own joins that one instead: there it must be undone with the rest, and
 * waiting for the others' would be a deadlock, since they wait for the connection.
 */
export const batchedWrites = <Item, Result>(
  body: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, StorageError | SqlError.SqlError>,
  how: "write" | "writeRelaxed" = "write"
): Effect.Effect<Batcher<Item, Result, StorageError>, never, Database | Scope.Scope> =>
  Effect.gen(function*() {
    const database = yield* Database
    const { inTransaction } = database
    const run = (items: ReadonlyArray<Item>) => database[how](body(items))
    const batch = yield* makeBatcher({
      maxSize: mostTogether,
      gather,
      // A locked file fails each write alike, each after the whole wait, and those behind it wait as well.
      isOneItems: isOneWrites,
      run
    })
    return (item) =>
      Effect.flatMap(inTransaction, (isInside) =>
        isInside ? Effect.map(run([item]), ([result]) => result as Result) : batch(item))
  })
