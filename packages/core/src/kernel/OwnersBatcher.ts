// Hot path (docs/hot-paths.md): items answered by callback.
import { Effect, Exit, Latch, Scope } from "effect"
import { type Batcher, type BatcherOptions, type Done, makeBatcher } from "./Batcher.js"
import { makeLimiter } from "./Limiter.js"
import { makeMemory } from "./memory.js"
import { awaitOpen } from "./signals.js"

interface OwnersBatcherOptions<Item, Result, E> extends BatcherOptions<Item, Result, E> {
  readonly ownerOf: (item: Item) => string
  /** Whether a run may have failed because of what only one owner's items have to wait for. */
  readonly isBlocked: (error: E) => boolean
}

/** Concurrent runs of isolated owners: each may occupy a connection while it waits. */
const maxIsolated = 4

/**
 * How many of those may be owners known to be blocked, so that others of the same batch don't wait
 * for them all.
 */
const maxBlocked = 3

/** One that is forgotten may delay others once more. */
const maxRemembered = 1000

interface OwnerQueue<Item, Result, E> {
  readonly batch: Batcher<Item, Result, E>
  readonly scope: Scope.Closeable
  users: number
}

/**
 * Like `makeBatcher`, but no item fails because of another owner's. A blocked batch of several
 * owners is run again per owner, concurrently. An owner stays isolated until a run of its own
 * succeeds, so others wait for it once. The item of an isolated owner doesn't run if the fiber that
 * waits for it is interrupted before its turn.
 */
export const makeOwnersBatcher = <Item, Result, E>({
  isBlocked,
  ownerOf,
  ...options
}: OwnersBatcherOptions<Item, Result, E>): Effect.Effect<
  Batcher<Item, Result, E>,
  never,
  Scope.Scope
> =>
  Effect.gen(function* () {
    /** Undefined if the item runs with those of its own owner. */
    type Together = Exit.Exit<Result, E> | undefined
    const runFork = Effect.runForkWith(yield* Effect.context())
    const permits = makeLimiter({ permits: maxIsolated })
    const blockedPermits = makeLimiter({ permits: maxBlocked })
    const queues = new Map<string, OwnerQueue<Item, Result, E>>()
    /** Isolated owners, and whether a run of their own was blocked. */
    const isolated = makeMemory<boolean>(maxRemembered)
    const isNotIsolated = (item: Item): boolean => !isolated.has(ownerOf(item))
    const unused = yield* Latch.make(true)
    let users = 0

    const runOwnBatch = (owner: string, items: ReadonlyArray<Item>) =>
      Effect.suspend(() => {
        const run = permits.run()(options.run(items))
        return isolated.get(owner) === true ? blockedPermits.run()(run) : run
      }).pipe(
        Effect.tap(() => Effect.sync(() => isolated.delete(owner))),
        Effect.tapError((error) =>
          Effect.sync(() => {
            if (isBlocked(error)) isolated.set(owner, true)
          })
        )
      )

    // Nothing would run in the batcher's own scope once it is closing.
    const makeQueue = (owner: string) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const run = (items: ReadonlyArray<Item>) => runOwnBatch(owner, items)
        return {
          batch: yield* Scope.provide(makeBatcher({ ...options, run }), scope),
          scope,
          users: 0
        }
      })

    // If this yields in between, two queues of one owner may begin; both run.
    const enter = (owner: string) =>
      Effect.gen(function* () {
        const queue = queues.get(owner) ?? (yield* makeQueue(owner))
        queues.set(owner, queue)
        queue.users++
        users++
        unused.closeUnsafe()
        return queue
      })

    // In a daemon: the caller may have been interrupted while its item runs.
    const leave = (owner: string, queue: OwnerQueue<Item, Result, E>) =>
      Effect.suspend(() => {
        queue.users--
        users--
        if (users === 0) unused.openUnsafe()
        if (queue.users > 0) return Effect.void
        if (queues.get(owner) === queue) queues.delete(owner)
        return Effect.asVoid(Effect.forkDetach(Scope.close(queue.scope, Exit.void)))
      })

    const runIsolated = (item: Item): Effect.Effect<Result, E> => {
      const owner = ownerOf(item)
      return Effect.acquireUseRelease(
        enter(owner),
        ({ batch }) => batch(item),
        (queue) => leave(owner, queue)
      )
    }

    /**
     * Per item of a blocked batch. If all belong to one owner, they have waited long enough and
     * fail.
     */
    const afterBlocked = (items: ReadonlyArray<Item>, error: E): ReadonlyArray<Together> => {
      const owners = new Set(items.map(ownerOf))
      // Isolated now: the next batch may contain items of these owners, too.
      for (const owner of owners) isolated.set(owner, owners.size === 1)
      const together = owners.size === 1 ? Exit.fail(error) : undefined
      return items.map(() => together)
    }

    const runTogether = (items: ReadonlyArray<Item>): Effect.Effect<ReadonlyArray<Together>, E> =>
      items.length === 0
        ? Effect.succeed([])
        : options.run(items).pipe(
            Effect.map((results) => results.map((result) => Exit.succeed(result))),
            Effect.catchIf(isBlocked, (error) => Effect.succeed(afterBlocked(items, error)))
          )

    // In reverse order: this one runs after all added items have their results.
    yield* Effect.addFinalizer(() => awaitOpen(unused))
    const { confirm, ...others } = options
    const own = (together: Together): ReadonlyArray<Result> =>
      together !== undefined && Exit.isSuccess(together) ? [together.value] : []
    // When a batch runs, since an item may have been queued before its owner was isolated.
    const together = yield* makeBatcher<Item, Together, E>({
      ...others,
      ...(confirm === undefined ? {} : { confirm: (results) => confirm(results.flatMap(own)) }),
      run: (items) =>
        Effect.suspend(() => {
          const joining = isolated.size === 0 ? items : items.filter(isNotIsolated)
          if (joining.length === items.length) return runTogether(items)
          const joins = new Set(joining)
          return Effect.map(runTogether(joining), (results) => {
            const inOrder = results.values()
            return items.map((item) => (joins.has(item) ? inOrder.next().value : undefined))
          })
        })
    })

    const add = (item: Item, done: Done<Result, E>): void => {
      together.add(item, (exit) => {
        if (Exit.isFailure(exit)) done(Exit.failCause(exit.cause))
        else if (exit.value !== undefined) done(exit.value)
        else runFork(runIsolated(item)).addObserver(done)
      })
    }
    return Object.assign(
      (item: Item) => Effect.flatMap(together(item), (own) => own ?? runIsolated(item)),
      { add }
    )
  })
