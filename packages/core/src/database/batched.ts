import type { StorageError } from "@telemark/contract"
import { Effect, Exit, type Scope } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { type Batcher, type Done, makeBatcher } from "../kernel/Batcher.js"
import * as Direct from "../kernel/direct.js"
import { makeOwnersBatcher } from "../kernel/OwnersBatcher.js"
import { wakeable } from "../kernel/signals.js"
import { Database } from "./Database.js"
import { isLockNotAvailable, isOneWrites, stored } from "./storageError.js"

const turn = (resume: (rest: Effect.Effect<void>) => void): void => {
  setImmediate(resume, Effect.void)
}

/**
 * One turn of the event loop, in which every request that has arrived reaches its own write. A
 * sleep would take at least a millisecond, and forever under a test clock.
 */
const gather: Effect.Effect<void> = Direct.byCallback(() => wakeable(turn, "microtask"), turn)

/** Above it a batch gains nothing more, and callers wait longer. */
const defaultTogether = 64

/** Octets of one transaction, unless one write is larger: drivers copy them, and others wait. */
const maxOctets = 16 * 1024 * 1024

interface BatchedWritesOptions<Item, Written, Result> {
  /** In the order of the items. Outside of a caller's transaction it is called once, on disk. */
  readonly committed: (written: Written) => ReadonlyArray<Result>
  readonly how?: "write" | "writeRelaxed"
  /** How many items share a transaction at most; 64 by default. */
  readonly maxTogether?: number
  /** How many octets an item writes; by default too few to count. */
  readonly octetsOf?: (item: Item) => number
  /** Whose locked rows an item may have to wait for: items of other owners don't wait with it. */
  readonly ownerOf?: (item: Item) => string
}

/**
 * Runs an item with others, unless its caller is in a transaction. Without a fiber there is none to
 * look for.
 */
type Together<Item, Result> = (item: Item) => Effect.Effect<Result, StorageError>

const besideTransactions =
  <Item, Result>(
    inTransaction: Effect.Effect<boolean>,
    runSingle: (item: Item) => Effect.Effect<Result, StorageError>,
    batch: Batcher<Item, Result, StorageError>
  ): Together<Item, Result> =>
  (item) =>
    Direct.byCallback(
      () => Effect.flatMap(inTransaction, (isInside) => (isInside ? runSingle(item) : batch(item))),
      (resume) => {
        batch.add(item, resume)
      }
    )

/**
 * Lets writes of concurrent callers share one transaction, and so one wait for the disk. A caller
 * inside a transaction writes in that one: there it must be undone with the rest, and the shared
 * transaction would wait for its connection.
 */
export const batchedWrites = <Item, Result>(
  body: (
    items: ReadonlyArray<Item>
  ) => Effect.Effect<ReadonlyArray<Result>, StorageError | SqlError.SqlError>,
  options: Omit<BatchedWritesOptions<Item, ReadonlyArray<Result>, Result>, "committed"> = {}
): Effect.Effect<Together<Item, Result>, never, Database | Scope.Scope> =>
  batchedCommits(body, { ...options, committed: (results) => results })

/** With a step after the commit. `isInside`: in a transaction of the caller's. */
export const batchedCommits = <Item, Written, Result>(
  body: (
    items: ReadonlyArray<Item>,
    isInside: boolean
  ) => Effect.Effect<Written, StorageError | SqlError.SqlError>,
  {
    committed,
    how = "write",
    maxTogether = defaultTogether,
    octetsOf,
    ownerOf
  }: BatchedWritesOptions<Item, Written, Result>
): Effect.Effect<Together<Item, Result>, never, Database | Scope.Scope> =>
  Effect.gen(function* () {
    const { commit, inTransaction, untilOnDisk, writeRelaxed } = yield* Database
    const own = how === "write" ? commit : writeRelaxed
    /** What the first who asks gets of `committed`, all others get, too. */
    const run = (items: ReadonlyArray<Item>) =>
      Effect.map(own(body(items, false)), (written) => {
        let results: ReadonlyArray<Result> | undefined
        return items.map((_, index) => () => (results ??= committed(written))[index] as Result)
      })
    const confirm = ([ask]: ReadonlyArray<() => Result>) =>
      Effect.map(stored(untilOnDisk), () => {
        ask?.()
      })
    const options = {
      maxSize: maxTogether,
      ...(octetsOf === undefined ? {} : { weight: { of: octetsOf, max: maxOctets } }),
      gather,
      // If the database is locked, each write tried alone would fail after the whole wait, and
      // delay those behind it.
      isOneItems: isOneWrites,
      run,
      ...(how === "write" ? { confirm } : {})
    }
    const together = yield* ownerOf === undefined
      ? makeBatcher(options)
      : makeOwnersBatcher({ ...options, ownerOf, isBlocked: isLockNotAvailable })
    const batch = Object.assign((item: Item) => Effect.map(together(item), (ask) => ask()), {
      add: (item: Item, done: Done<Result, StorageError>) => {
        together.add(item, (exit) => {
          done(Exit.map(exit, (ask) => ask()))
        })
      }
    })
    const runSingle = (item: Item) =>
      Effect.map(own(body([item], true)), (written) => committed(written)[0] as Result)
    return besideTransactions(inTransaction, runSingle, batch)
  })

/** Keeps the statement and its answer small. */
const maxTogether = 256

/**
 * Lets look-ups of concurrent callers share one statement. On Postgres the round trip costs more
 * than the look-up; on SQLite one of many takes a quarter of the time, and a single one twice as
 * long (70 instead of 35 µs). A look-up only joins a statement that is still to be sent. A caller
 * inside a transaction reads in that one.
 */
export const batchedReads = <Item, Result>(
  find: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, SqlError.SqlError>
): Effect.Effect<Together<Item, Result>, never, Database | Scope.Scope> =>
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
    return besideTransactions(inTransaction, runSingle, batch)
  })
