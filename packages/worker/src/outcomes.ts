import { type BatcherOptions, makeBatcher, makeBatchQueue, makeOwnersBatcher, type StorageError } from "@telemark/core"
import { type Duration, Effect, Exit, FiberSet, Schedule, type Scope } from "effect"

/** Outcomes that are recorded in one transaction: its commit is then a small part of it. */
const maxTogether = 100

interface OutcomesOptions<Item, Result> {
  /** Outcomes that are recorded in one transaction at most; at least one, and no more than are worth it. */
  readonly batch: number
  /** How long the first outcome of a transaction waits for others. */
  readonly within: Duration.DurationInput
  /** Returns when there are no others to wait for. */
  readonly noMoreToCome: Effect.Effect<void>
  /** The results stand in the order of the items. */
  readonly record: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, StorageError>
  /** Who else's outcomes an item's needn't wait for; by default all are recorded together. */
  readonly ownerOf?: (item: Item) => string
  /** Is called with an item each time that it can't be recorded yet since the storage, or a part of it, isn't available. */
  readonly delayed?: ((item: Item) => void) | undefined
  /** What the log calls an item. */
  readonly about: (item: Item) => Readonly<Record<string, unknown>>
}

const firstRetry = "50 millis"

/** Quick at first, then every 5 s: the outcome is known, and losing it would repeat the attempt. */
const untilStored = Schedule.union(Schedule.exponential("50 millis"), Schedule.spaced("5 seconds"))

const batcherOptions = <Item, Result>({ batch, noMoreToCome, record, within }: OutcomesOptions<Item, Result>): BatcherOptions<Item, Result, StorageError> => ({
  maxSize: Math.max(1, Math.min(maxTogether, batch)),
  gather: Effect.raceFirst(Effect.sleep(within), noMoreToCome),
  isOneItems: ({ reason }) => reason === "fault",
  run: record
})

const makeRecords = <Item, Result>(options: OutcomesOptions<Item, Result>) =>
  options.ownerOf === undefined
    ? makeBatcher(batcherOptions(options))
    : makeOwnersBatcher({ ...batcherOptions(options), ownerOf: options.ownerOf, isHeldUp: ({ reason }) => reason === "unavailable" })

/** Goes on with an item from what came of recording it for the first time: while the storage is away, it is recorded again and again. */
const makeKeepTrying = <Item, Result>(
  { about, delayed }: Pick<OutcomesOptions<Item, Result>, "about" | "delayed">,
  record: (item: Item) => Effect.Effect<Result, StorageError>
) =>
  (item: Item, first: Effect.Effect<Result, StorageError>): Effect.Effect<Result> => {
    const noted = (attempt: Effect.Effect<Result, StorageError>) =>
      Effect.tapError(attempt, (error) => {
        if (error.reason === "unavailable") delayed?.(item)
        return Effect.logError("an outcome could not be recorded yet", { ...about(item), reason: error.message })
      })
    // A schedule for each outcome costs more than recording it: nearly all are recorded at once.
    return Effect.catchAll(noted(first), () => Effect.delay(Effect.orDie(Effect.retry(noted(record(item)), untilStored)), firstRetry))
  }

/**
 * Records what attempts came to, those that finish at about the same time in one transaction. While the
 * storage is away it keeps trying, and the lease is renewed meanwhile, so that nothing is attempted twice for it.
 */
export const recordOutcomes = <Item, Result>(options: OutcomesOptions<Item, Result>) =>
  Effect.map(makeRecords(options), (record) => {
    const keepTrying = makeKeepTrying(options, record)
    return (item: Item): Effect.Effect<Result> => keepTrying(item, record(item))
  })

/**
 * Likewise, for who doesn't wait in a fiber: `done` is called once the item is recorded, or has broken what records it. An item whose
 * recording is tried again has a fiber of its own, until the scope closes.
 */
export const recordOutcomesInBackground = <Item, Result>(
  options: Omit<OutcomesOptions<Item, Result>, "ownerOf">
): Effect.Effect<(item: Item, done: (exit: Exit.Exit<Result>) => void) => void, never, Scope.Scope> =>
  Effect.gen(function*() {
    const record = yield* makeBatchQueue(batcherOptions(options))
    const keepTrying = makeKeepTrying(options, (item: Item) => Effect.async<Result, StorageError>((resume) => { record(item, resume) }))
    const runFork = yield* FiberSet.makeRuntime()
    return (item, done) => {
      record(item, (exit) => {
        if (Exit.isSuccess(exit)) done(Exit.succeed(exit.value))
        // Whoever made it may have done so where nothing interrupts, and the runtime remembers that.
        else runFork(Effect.interruptible(keepTrying(item, exit))).addObserver(done)
      })
    }
  })
