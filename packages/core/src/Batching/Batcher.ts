import { Cause, Deferred, Effect, Exit, Option, type Scope } from "effect"

export interface BatcherOptions<Item, Result, E> {
  /** The most items that one run is given. */
  readonly maxSize: number
  /** The most that the items of one run weigh together, unless one alone weighs more. By default they weigh nothing. */
  readonly weight?: { readonly of: (item: Item) => number; readonly most: number }
  /**
   * How long the first item of a batch waits for company, cut short when the batch is full. By default it
   * doesn't wait: a batch is whatever came while the last one ran.
   */
  readonly gather?: Effect.Effect<void>
  /**
   * Whether one item may be to blame for this failure of its batch: then the items are run one by one, so that
   * it fails alone. By default any failure. Not so where each run would fail alike, after a wait of its own:
   * then everything that waited through this one fails with it, or the last would be told after many such waits.
   */
  readonly isOneItems?: (error: E) => boolean
  /** Carries out a batch; the results stand in the order of the items. */
  readonly run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
}

/** How many of those that wait go together, and whether no more would. */
const nextBatch = <Item>(
  waiting: ReadonlyArray<readonly [item: Item, ...rest: ReadonlyArray<unknown>]>,
  { maxSize, weight }: Pick<BatcherOptions<Item, unknown, unknown>, "maxSize" | "weight">
): { readonly count: number; readonly isFull: boolean } => {
  const most = Math.min(waiting.length, maxSize)
  if (weight === undefined) return { count: most, isFull: most === maxSize }
  let sum = 0
  for (const [count, [item]] of waiting.slice(0, most).entries()) {
    sum += weight.of(item)
    if (count > 0 && sum > weight.most) return { count, isFull: true }
  }
  return { count: most, isFull: most === maxSize || sum >= weight.most }
}

/** Hands an item to the next batch and answers with its own result once that batch is through. */
export type Batcher<Item, Result, E> = (item: Item) => Effect.Effect<Result, E>

/**
 * Lets concurrent callers share one run, so that a hundred small writes cost one commit. A caller is
 * answered only after its own batch is through: durability is that of single runs. An item that was handed
 * in is carried out even if its caller is interrupted, and before the scope closes.
 */
export const makeBatcher = <Item, Result, E>(
  options: BatcherOptions<Item, Result, E>
): Effect.Effect<Batcher<Item, Result, E>, never, Scope.Scope> =>
  Effect.gen(function*() {
    type Waiting = readonly [item: Item, done: Deferred.Deferred<Result, E>]
    const waiting: Array<Waiting> = []
    const arrived = yield* Effect.makeLatch(false)
    const full = yield* Effect.makeLatch(false)

    const isShared = (cause: Cause.Cause<E>): boolean =>
      Option.exists(Cause.failureOption(cause), (error) => options.isOneItems?.(error) === false)

    const fail = (items: ReadonlyArray<Waiting>, cause: Cause.Cause<E>): Effect.Effect<void> =>
      Effect.forEach(items, ([, done]) => Deferred.failCause(done, cause), { discard: true })

    const next = () => nextBatch(waiting, options)

    const take = (count: number): ReadonlyArray<Waiting> => {
      const taken = waiting.splice(0, count)
      if (waiting.length === 0) arrived.unsafeClose()
      if (!next().isFull) full.unsafeClose()
      return taken
    }

    const settle = (batch: ReadonlyArray<Waiting>, behind: number, exit: Exit.Exit<ReadonlyArray<Result>, E>): Effect.Effect<void> =>
      Exit.isSuccess(exit)
        ? Effect.forEach(batch, ([, done], index) => Deferred.succeed(done, exit.value[index] as Result), { discard: true })
        : isShared(exit.cause)
        ? fail([...batch, ...take(behind)], exit.cause)
        : batch.length === 1
        ? fail(batch, exit.cause)
        : Effect.forEach(batch, (one) => carryOut([one], 0), { discard: true })

    /** `behind`: how many items waited already for the next batch when this one began. */
    const carryOut = (batch: ReadonlyArray<Waiting>, behind: number): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(options.run(batch.map(([item]) => item))), (exit) => settle(batch, behind, exit))

    const carryOutNext = Effect.suspend(() => {
      const batch = take(next().count)
      return batch.length === 0 ? Effect.void : carryOut(batch, waiting.length)
    })

    const company = options.gather === undefined
      ? arrived.await
      : Effect.zipRight(arrived.await, Effect.raceFirst(options.gather, full.await))

    // Once taken, a batch is carried out to its end, so that closing the scope loses no answer.
    const loop = Effect.forever(Effect.uninterruptible(Effect.zipRight(Effect.interruptible(company), carryOutNext)))
    yield* Effect.addFinalizer(() => Effect.repeat(carryOutNext, { while: () => waiting.length > 0 }))
    yield* Effect.forkScoped(loop)

    return (item) =>
      Effect.flatMap(Deferred.make<Result, E>(), (done) => {
        waiting.push([item, done])
        arrived.unsafeOpen()
        if (next().isFull) full.unsafeOpen()
        return Deferred.await(done)
      })
  })
