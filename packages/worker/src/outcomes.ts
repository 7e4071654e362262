import { type BatcherOptions, makeBatcher, makeOwnersBatcher, type StorageError } from "@telemark/core"
import { type Duration, Effect, Schedule } from "effect"

interface OutcomesOptions<Item, Result> {
  /** Outcomes that are recorded in one transaction at most. */
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

const makeRecords = <Item, Result>(options: BatcherOptions<Item, Result, StorageError>, ownerOf: ((item: Item) => string) | undefined) =>
  ownerOf === undefined
    ? makeBatcher(options)
    : makeOwnersBatcher({ ...options, ownerOf, isHeldUp: ({ reason }) => reason === "unavailable" })

/**
 * Records what attempts came to, those that finish at about the same time in one transaction. While the
 * storage is away it keeps trying, and the lease is renewed meanwhile, so that nothing is attempted twice for it.
 */
export const recordOutcomes = <Item, Result>({ about, batch, delayed, noMoreToCome, ownerOf, record, within }: OutcomesOptions<Item, Result>) =>
  Effect.map(
    makeRecords({ maxSize: batch, gather: Effect.raceFirst(Effect.sleep(within), noMoreToCome), isOneItems: ({ reason }: StorageError) => reason === "fault", run: record }, ownerOf),
    (hand) => (item: Item): Effect.Effect<Result> => {
      const attempt = Effect.tapError(hand(item), (error) => {
        if (error.reason === "unavailable") delayed?.(item)
        return Effect.logError("an outcome could not be recorded yet", { ...about(item), reason: error.message })
      })
      // A schedule for each outcome costs more than recording it: nearly all are recorded at once.
      return Effect.catchAll(attempt, () => Effect.delay(Effect.orDie(Effect.retry(attempt, untilStored)), firstRetry))
    }
  )
