// Hot path (docs/hot-paths.md): items added by callback, 44 µs instead of 105.
import { Cause, Effect, Exit, Fiber, Option, type Scope } from "effect"
import * as Direct from "./direct.js"
import { wakeable } from "./signals.js"

export interface BatcherOptions<Item, Result, E> {
  readonly maxSize: number
  /**
   * Maximum total weight of one run, unless a single item weighs more. By default items weigh
   * nothing.
   */
  readonly weight?: { readonly of: (item: Item) => number; readonly max: number }
  /**
   * How long the first item of a batch waits for more, unless the batch is full. By default it
   * takes what came during the last run.
   */
  readonly gather?: Effect.Effect<void>
  /**
   * Whether a single item may have caused this failure: then the items run one by one, so that only
   * that one fails. True by default. Return false if each run would fail alike after its own wait:
   * then everything that waited during this run fails with it.
   */
  readonly isOneItems?: (error: E) => boolean
  /** Runs a batch; results are in the order of the items. */
  readonly run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
  /**
   * What must succeed after a run before its items are answered, such as a sync of the disk; also if
   * nobody waits for them any more. Few items don't hold up the next batch until then: it begins
   * meanwhile.
   */
  readonly confirm?: (results: ReadonlyArray<Result>) => Effect.Effect<void, E>
}

/**
 * Items that wait to be confirmed while the next batch begins. With more it gathers until then, and
 * shares its costs among as many.
 */
const maxUnconfirmed = 4

const nextBatch = <Item>(
  waiting: ReadonlyArray<readonly [item: Item, ...rest: ReadonlyArray<unknown>]>,
  { maxSize, weight }: Pick<BatcherOptions<Item, unknown, unknown>, "maxSize" | "weight">
): { readonly count: number; readonly isFull: boolean } => {
  const max = Math.min(waiting.length, maxSize)
  if (weight === undefined) return { count: max, isFull: max === maxSize }
  let sum = 0
  for (const [count, [item]] of waiting.slice(0, max).entries()) {
    sum += weight.of(item)
    if (count > 0 && sum > weight.max) return { count, isFull: true }
  }
  return { count: max, isFull: max === maxSize || sum >= weight.max }
}

/** Called once with an item's own outcome, in the run of its batch: it is short, never throws. */
export type Done<Result, E> = (exit: Exit.Exit<Result, E>) => void

export interface Batcher<Item, Result, E> {
  /** Returns the item's own result when its batch has run. */
  (item: Item): Effect.Effect<Result, E>
  /** The same for hot paths, without effects. */
  readonly add: (item: Item, done: Done<Result, E>) => void
}

/**
 * Lets items share one run, so that a hundred small writes cost one commit. An item's result is
 * known only after its own batch has run. An added item runs even if its caller is interrupted, and
 * before the scope closes.
 */
export const makeBatcher = <Item, Result, E>(
  options: BatcherOptions<Item, Result, E>
): Effect.Effect<Batcher<Item, Result, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    type QueuedItem = readonly [item: Item, done: Done<Result, E>]
    const { confirm, gather, isOneItems, run } = options
    const context = yield* Effect.context()
    const runFork = Effect.runForkWith(context)
    const waiting: Array<QueuedItem> = []
    let onArrival: (() => void) | undefined
    let onFull: (() => void) | undefined
    let unconfirmed = 0
    let onConfirmed: (() => void) | undefined

    const next = () => nextBatch(waiting, options)

    const arrival = wakeable<void>((resume) => {
      if (waiting.length > 0) resume(Effect.void)
      else
        onArrival = () => {
          resume(Effect.void)
        }
    })

    const fullOrAfter = (gathering: Effect.Effect<void>) =>
      wakeable<void>((resume) => {
        if (next().isFull) {
          resume(Effect.void)
          return
        }
        let fiber: Fiber.Fiber<void> | undefined
        const go = (): void => {
          resume(Effect.void)
        }
        Direct.run(gathering, context, (rest) => {
          if (Direct.isOver(rest)) {
            go()
            return
          }
          // The runtime remembers if the batcher was made in an uninterruptible region.
          fiber = runFork(Effect.interruptible(rest))
          fiber.addObserver(go)
        })
        onFull = () => {
          if (fiber === undefined) go()
          else fiber.interruptUnsafe()
        }
        return Effect.suspend(() => (fiber === undefined ? Effect.void : Fiber.interrupt(fiber)))
      })

    const isShared = (cause: Cause.Cause<E>): boolean =>
      Option.exists(Cause.findErrorOption(cause), (error) => isOneItems?.(error) === false)

    const fail = (items: ReadonlyArray<QueuedItem>, cause: Cause.Cause<E>): void => {
      const exit = Exit.failCause(cause)
      for (const [, done] of items) done(exit)
    }

    const answer = (batch: ReadonlyArray<QueuedItem>, results: ReadonlyArray<Result>): void => {
      for (const [index, [, done]] of batch.entries()) done(Exit.succeed(results[index] as Result))
    }

    const answerOnceConfirmed = (
      batch: ReadonlyArray<QueuedItem>,
      results: ReadonlyArray<Result>,
      confirmed: Effect.Effect<void, E>
    ): void => {
      unconfirmed += batch.length
      runFork(confirmed).addObserver((exit) => {
        unconfirmed -= batch.length
        if (Exit.isSuccess(exit)) answer(batch, results)
        else fail(batch, exit.cause)
        onConfirmed?.()
      })
    }

    const untilUnconfirmed = (max: number): Effect.Effect<void> =>
      wakeable<void>((resume) => {
        const look = (): void => {
          if (unconfirmed > max) return
          onConfirmed = undefined
          resume(Effect.void)
        }
        onConfirmed = look
        look()
      }, "microtask")

    const settle = (
      batch: ReadonlyArray<QueuedItem>,
      behind: number,
      exit: Exit.Exit<ReadonlyArray<Result>, E>
    ): Effect.Effect<void> => {
      if (Exit.isSuccess(exit))
        if (confirm === undefined) answer(batch, exit.value)
        else answerOnceConfirmed(batch, exit.value, confirm(exit.value))
      else if (isShared(exit.cause)) fail([...batch, ...waiting.splice(0, behind)], exit.cause)
      else if (batch.length === 1) fail(batch, exit.cause)
      else return Effect.forEach(batch, (one) => runAndSettle([one], 0), { discard: true })
      return Effect.void
    }

    /** `behind`: items that already waited when this batch began. */
    const runAndSettle = (batch: ReadonlyArray<QueuedItem>, behind: number): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(run(batch.map(([item]) => item))), (exit) =>
        settle(batch, behind, exit)
      )

    const runWaiting = Effect.suspend(() => {
      onFull = undefined
      const batch = waiting.splice(0, next().count)
      return batch.length === 0 ? Effect.void : runAndSettle(batch, waiting.length)
    })

    const runNext =
      confirm === undefined
        ? runWaiting
        : Effect.andThen(untilUnconfirmed(maxUnconfirmed), runWaiting)

    const ready = gather === undefined ? arrival : Effect.andThen(arrival, fullOrAfter(gather))

    // Runs to its end once taken, so that closing the scope loses no answer.
    const loop = Effect.forever(
      Effect.uninterruptible(Effect.andThen(Effect.interruptible(ready), runNext))
    )
    yield* Effect.addFinalizer(() =>
      Effect.andThen(
        Effect.repeat(runNext, { while: () => waiting.length > 0 }),
        untilUnconfirmed(0)
      )
    )
    yield* Effect.forkScoped(loop)

    const add = (item: Item, done: Done<Result, E>): void => {
      waiting.push([item, done])
      onArrival?.()
      onArrival = undefined
      if (onFull !== undefined && next().isFull) onFull()
    }
    return Object.assign(
      (item: Item) =>
        wakeable<Result, E>((resume) => {
          add(item, resume)
        }, "microtask"),
      { add }
    )
  })
