import type { StorageError } from "@telemark/contract"
import { type BatcherOptions, makeBatcher, makeOwnersBatcher } from "@telemark/core"
import { Clock, type Duration, Effect, Exit, Schedule } from "effect"

/** With this many, the commit is a small part of the cost. */
const maxTogether = 100

export interface OutcomesOptions<Item, Result> {
  readonly batch: number
  readonly within: Duration.Input
  readonly noMoreToCome: Effect.Effect<void>
  readonly record: (
    items: ReadonlyArray<Item>
  ) => Effect.Effect<ReadonlyArray<Result>, StorageError>
  /** Items of different owners don't wait for each other; by default all are recorded together. */
  readonly ownerOf?: (item: Item) => string
  /**
   * Called each time an item can't be recorded yet: the storage is unavailable or rows are locked.
   */
  readonly delayed?: ((item: Item) => void) | undefined
  readonly about: (item: Item) => Readonly<Record<string, unknown>>
}

const firstRetry = "50 millis"

/** Quick at first, then every 5 s: losing the outcome would repeat the attempt. */
const untilStored = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")])

const batcherOptions = <Item, Result>({
  batch,
  noMoreToCome,
  record,
  within
}: OutcomesOptions<Item, Result>): BatcherOptions<Item, Result, StorageError> => ({
  maxSize: Math.max(1, Math.min(maxTogether, batch)),
  gather: Effect.raceFirst(Effect.sleep(within), noMoreToCome),
  isOneItems: ({ reason }) => reason === "fault",
  run: record
})

const makeRecords = <Item, Result>(options: OutcomesOptions<Item, Result>) =>
  options.ownerOf === undefined
    ? makeBatcher(batcherOptions(options))
    : makeOwnersBatcher({
        ...batcherOptions(options),
        ownerOf: options.ownerOf,
        isBlocked: ({ reason }) => reason === "unavailable"
      })

/** While the storage is away, up to a thousand outcomes wait, each with many tries. */
const betweenLines = 1000

const makeLogUnavailable = () => {
  let loggedAt = -Infinity
  return (reason: string, now: number) => {
    if (now - loggedAt < betweenLines) return Effect.void
    loggedAt = now
    return Effect.logError("outcomes could not be recorded yet; trying again", { reason })
  }
}

/** Records an item with others, and calls `done` once. */
export type RecordOutcome<Item, Result> = (
  item: Item,
  done: (exit: Exit.Exit<Result>) => void
) => void

/**
 * Records outcomes that finish together in one transaction. Keeps trying while the storage is
 * unavailable. No fiber, unless it has to try again.
 */
export const recordOutcomes = <Item, Result>(options: OutcomesOptions<Item, Result>) =>
  Effect.gen(function* () {
    const records = yield* makeRecords(options)
    const runFork = Effect.runForkWith(yield* Effect.context())
    const { about, delayed } = options
    const logUnavailable = makeLogUnavailable()
    const note = (item: Item, { message: reason, reason: kind }: StorageError) => {
      if (kind !== "unavailable")
        return Effect.logError("an outcome could not be recorded yet", { ...about(item), reason })
      delayed?.(item)
      return Effect.flatMap(Clock.currentTimeMillis, (now) => logUnavailable(reason, now))
    }
    const again = (item: Item) =>
      Effect.tapError(records(item), (error) => note(item, error)).pipe(
        Effect.retry(untilStored),
        Effect.orDie,
        Effect.delay(firstRetry)
      )
    const record: RecordOutcome<Item, Result> = (item, done) => {
      records.add(item, (exit) => {
        if (Exit.isSuccess(exit)) return done(Exit.succeed(exit.value))
        const noted = Effect.catch(exit, (error) => note(item, error))
        runFork(Effect.andThen(noted, again(item)), { uninterruptible: true }).addObserver(done)
      })
    }
    return record
  })
