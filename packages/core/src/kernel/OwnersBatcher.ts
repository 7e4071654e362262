import { Effect, Exit, Latch, Scope } from "effect"
import { type Batcher, type BatcherOptions, makeBatcher } from "./Batcher.js"
import { makeLimiter } from "./Limiter.js"
import { makeMemory } from "./memory.js"
import { awaitOpen } from "./signals.js"

export interface OwnersBatcherOptions<Item, Result, E> extends BatcherOptions<Item, Result, E> {
  readonly ownerOf: (item: Item) => string
  /**
   * Whether a run may have failed because of something that only one owner's items have to wait
   * for.
   */
  readonly isBlocked: (error: E) => boolean
}

/** Concurrent runs of isolated owners: each may occupy a connection for as long as it waits. */
const maxIsolated = 4

/**
 * How many of those may be owners known to be blocked by themselves, so that owners who were merely
 * in the same batch don't wait for all of them.
 */
const maxBlocked = 3

/** Isolated owners in memory. One that is forgotten may delay others once more. */
const maxRemembered = 1000

interface OwnerQueue<Item, Result, E> {
  readonly batch: Batcher<Item, Result, E>
  readonly scope: Scope.Closeable
  users: number
}

/**
 * Like `makeBatcher`, but no item fails because of another owner's. A batch of several owners that
 * was blocked is run again per owner, concurrently. An owner stays isolated until a run of its own
 * succeeds, so others wait for it once. The item of an isolated owner doesn't run if its caller is
 * interrupted before its turn.
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
    const permits = makeLimiter({ permits: maxIsolated })
    const blockedPermits = makeLimiter({ permits: maxBlocked })
    const queues = new Map<string, OwnerQueue<Item, Result, E>>()
    /** Isolated owners, and whether a run of their own was blocked. */
    const isolated = makeMemory<boolean>(maxRemembered)
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

    // Not in the batcher's own scope: nothing would run in that once it is closing.
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

    // Closed in a daemon: the caller may have been interrupted while its item runs.
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
     * What remains to do for each item after its batch was blocked. If all belong to one owner,
     * they have waited long enough and fail.
     */
    const afterBlocked = (
      items: ReadonlyArray<Item>,
      error: E
    ): ReadonlyArray<Effect.Effect<Result, E>> => {
      const owners = new Set(items.map(ownerOf))
      // Isolated now: the next batch may contain items of these owners, too.
      for (const owner of owners) isolated.set(owner, owners.size === 1)
      return items.map((item) => (owners.size === 1 ? Effect.fail(error) : runIsolated(item)))
    }

    const runTogether = (
      items: ReadonlyArray<Item>
    ): Effect.Effect<ReadonlyArray<Effect.Effect<Result, E>>, E> =>
      items.length === 0
        ? Effect.succeed([])
        : options.run(items).pipe(
            Effect.map((results) => results.map((result) => Effect.succeed(result))),
            Effect.catchIf(isBlocked, (error) => Effect.succeed(afterBlocked(items, error)))
          )

    // Finalizers run in reverse order: this one runs after all added items have their results.
    yield* Effect.addFinalizer(() => awaitOpen(unused))
    // Isolation is checked when a batch runs, not earlier: an item may have been queued before its
    // owner was isolated.
    const together = yield* makeBatcher<Item, Effect.Effect<Result, E>, E>({
      ...options,
      run: (items) =>
        Effect.suspend(() => {
          const isIsolated = items.map((item) => isolated.has(ownerOf(item)))
          return Effect.map(
            runTogether(items.filter((_, index) => isIsolated[index] !== true)),
            (results) => {
              const inOrder = [...results]
              return items.map(
                (item, index) =>
                  (isIsolated[index] === true ? undefined : inOrder.shift()) ?? runIsolated(item)
              )
            }
          )
        })
    })

    return (item) => Effect.flatten(together(item))
  })
