import type * as SqlError from "@effect/sql/SqlError"
import { type Batcher, makeBatcher, makeOwnersBatcher, type StorageError } from "@telemark/core"
import { Effect, type Scope } from "effect"
import { Database } from "./Database.js"
import { gather } from "./gather.js"
import { isHeldUp, isOneWrites } from "./storageError.js"

/** Above it a batch gains nothing more from sharing its commit, and others wait longer for theirs. */
const mostTogether = 64

/** What the writes of one transaction hold together, in octets, unless one alone holds more: drivers copy it, and others wait for it. */
const mostOctets = 16 * 1024 * 1024

interface BatchedWritesOptions<Item> {
  readonly how?: "write" | "writeRelaxed"
  /** How much an item writes, in octets. By default nothing worth counting. */
  readonly octetsOf?: (item: Item) => number
  /** Whose rows an item may have to wait for; by default all wait for all. */
  readonly ownerOf?: (item: Item) => string
}

/**
 * Lets writes that concurrent callers ask for share one transaction, and so one wait for the disk. A caller
 * that is inside a transaction of its own joins that one instead: there it must be undone with the rest, and
 * waiting for the others' would be a deadlock, since they wait for the connection.
 */
export const batchedWrites = <Item, Result>(
  body: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, StorageError | SqlError.SqlError>,
  { how = "write", octetsOf, ownerOf }: BatchedWritesOptions<Item> = {}
): Effect.Effect<Batcher<Item, Result, StorageError>, never, Database | Scope.Scope> =>
  Effect.gen(function*() {
    const database = yield* Database
    const { inTransaction } = database
    const run = (items: ReadonlyArray<Item>) => database[how](body(items))
    const options = {
      maxSize: mostTogether,
      ...(octetsOf === undefined ? {} : { weight: { of: octetsOf, most: mostOctets } }),
      gather,
      // A locked file fails each write alike, each after the whole wait, and those behind it wait as well.
      isOneItems: isOneWrites,
      run
    }
    const batch = yield* ownerOf === undefined ? makeBatcher(options) : makeOwnersBatcher({ ...options, ownerOf, isHeldUp })
    return (item) =>
      Effect.flatMap(inTransaction, (isInside) =>
        isInside ? Effect.map(run([item]), ([result]) => result as Result) : batch(item))
  })
