import { Cause, Deferred, Effect, Exit, Option, type Scope } from "effect"

export interface BatcherOptions<Item, Result, E> {
  /** The most items that one run is given. */
  readonly maxSize: number
  /**
   * How long the first item of a batch waits for company, cut short when the batch is full. By default it
   * doesn't wait: a batch is whatever came while the last one ran.
   */
  readonly gather?: Effect.Effect<void>
  /**
   * Whether one item may be to blame for this failure of its batch: then the items are run one by one, so that
   * it fails alone. By default any failure. Not so where each run would fail alike, after a wait of its own.
   */
  readonly isOneItems?: (error: E) => boolean
  /** Carries out a batch; the results stand in the order of the items. */
  readonly run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
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

    const settle = (batch: ReadonlyArray<Waiting>, exit: Exit.Exit<ReadonlyArray<Result>, E>): Effect.Effect<void> =>
      Exit.isSuccess(exit)
        ? Effect.forEach(batch, ([, done], index) => Deferred.succeed(done, exit.value[index] as Result), { discard: true })
        : batch.length === 1 || isShared(exit.cause)
        ? Effect.forEach(batch, ([, done]) => Deferred.failCause(done, exit.cause), { discard: true })
        : Effect.forEach(batch, (one) => carryOut([one]), { discard: true })

    const carryOut = (batch: ReadonlyArray<Waiting>): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(options.run(batch.map(([item]) => item))), (exit) => settle(batch, exit))

    const carryOutNext = Effect.suspend(() => {
      const batch = waiting.splice(0, options.maxSize)
      if (waiting.length === 0) arrived.unsafeClose()
      if (waiting.length < options.maxSize) full.unsafeClose()
      return batch.length === 0 ? Effect.void : carryOut(batch)
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
        if (waiting.length >= options.maxSize) full.unsafeOpen()
        return Deferred.await(done)
      })
  })
