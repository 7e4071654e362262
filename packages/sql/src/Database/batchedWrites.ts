import type * as SqlError from "@effect/sql/SqlError"
import { type Batcher, makeBatcher, makeOwnersBatcher, type StorageError } from "@telemark/core"
import { Effect, type Scope } from "effect"
import { Database } from "./Database.js"
import { gather } from "./gather.js"
import { isHeldUp, isOneWrites } from "./storageError.js"

/** Above it a batch gains nothing more from sharing its commit, and others wait longer for theirs. */
const maxTogether = 64

/** What the writes of one transaction hold together, in octets, unless one alone holds more: drivers copy it, and others wait for it. */
const maxOctets = 16 * 1024 * 1024

interface BatchedWritesOptions<Item, Written, Result> {
  /** Is called once what the body wrote is committed, outside of the caller's transactions; it answers the results, in the order of the items. */
  readonly committed: (written: Written) => ReadonlyArray<Result>
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
  options: Omit<BatchedWritesOptions<Item, ReadonlyArray<Result>, Result>, "committed"> = {}
): Effect.Effect<Batcher<Item, Result, StorageError>, never, Database | Scope.Scope> => batchedCommits(body, { ...options, committed: (results) => results })

/** `batchedWrites`, of which something is to be done once it is committed. `isInside`: in a transaction of the caller's. */
export const batchedCommits = <Item, Written, Result>(
  body: (items: ReadonlyArray<Item>, isInside: boolean) => Effect.Effect<Written, StorageError | SqlError.SqlError>,
  { committed, how = "write", octetsOf, ownerOf }: BatchedWritesOptions<Item, Written, Result>
): Effect.Effect<Batcher<Item, Result, StorageError>, never, Database | Scope.Scope> =>
  Effect.gen(function*() {
    const database = yield* Database
    const { inTransaction } = database
    const runAs = (isInside: boolean) => (items: ReadonlyArray<Item>) => Effect.map(database[how](body(items, isInside)), committed)
    const run = runAs(false)
    const options = {
      maxSize: maxTogether,
      ...(octetsOf === undefined ? {} : { weight: { of: octetsOf, max: maxOctets } }),
      gather,
      // A locked file fails each write alike, each after the whole wait, and those behind it wait as well.
      isOneItems: isOneWrites,
      run
    }
    const batch = yield* ownerOf === undefined ? makeBatcher(options) : makeOwnersBatcher({ ...options, ownerOf, isHeldUp })
    return (item) =>
      Effect.flatMap(inTransaction, (isInside) =>
        isInside ? Effect.map(runAs(true)([item]), ([result]) => result as Result) : batch(item))
  })
