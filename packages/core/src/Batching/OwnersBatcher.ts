import { Effect, Exit, Scope } from "effect"
import { makeLimiter } from "../Limiter/index.js"
import { type Batcher, type BatcherOptions, makeBatcher } from "./Batcher.js"

export interface OwnersBatcherOptions<Item, Result, E> extends BatcherOptions<Item, Result, E> {
  readonly ownerOf: (item: Item) => string
  /** Whether a run may have failed of what one owner's items alone have to wait for. */
  readonly isHeldUp: (error: E) => boolean
}

/** Runs of owners apart that there are at once: each may hold a connection for as long as it waits. */
const maxIsolated = 4

/** As many of them may be of owners that were held up by themselves: who was merely in one batch with them doesn't wait for all of them. */
const maxHeldUp = 3

/** Owners apart that are remembered; of those beyond, the one that is longest apart is forgotten, and may hold up others once more. */
const maxRemembered = 1000

/** The line of an owner apart. It ends with the last that uses it. */
interface OwnerQueue<Item, Result, E> {
  readonly batch: Batcher<Item, Result, E>
  readonly scope: Scope.CloseableScope
  users: number
}

/**
 * Like `makeBatcher`, but nobody fails for the sake of another owner. Where a batch of several owners was held up, it is made
 * again for each of them, side by side. An owner stays apart until a run of its own goes through: others wait for it once.
 * While it is apart, an item whose caller is interrupted before its turn isn't carried out.
 */
export const makeOwnersBatcher = <Item, Result, E>(
  { isHeldUp, ownerOf, ...options }: OwnersBatcherOptions<Item, Result, E>
): Effect.Effect<Batcher<Item, Result, E>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const permits = makeLimiter({ permits: maxIsolated })
    const permitsOfHeldUp = makeLimiter({ permits: maxHeldUp })
    const queues = new Map<string, OwnerQueue<Item, Result, E>>()
    /** Owners apart, and whether a run of their own was held up. */
    const isolated = new Map<string, boolean>()
    const unused = yield* Effect.makeLatch(true)
    let users = 0

    const isolate = (owner: string, wasHeldUp: boolean): void => {
      isolated.delete(owner)
      const [oldest] = isolated.keys()
      if (oldest !== undefined && isolated.size >= maxRemembered) isolated.delete(oldest)
      isolated.set(owner, wasHeldUp)
    }

    const runOwnBatch = (owner: string, items: ReadonlyArray<Item>) =>
      Effect.suspend(() => {
        const run = permits.run()(options.run(items))
        return isolated.get(owner) === true ? permitsOfHeldUp.run()(run) : run
      }).pipe(
        Effect.tap(() => Effect.sync(() => isolated.delete(owner))),
        Effect.tapError((error) => Effect.sync(() => { if (isHeldUp(error)) isolate(owner, true) }))
      )

    // Not of the batcher's own scope: once that is closing, nothing would be carried out in it.
    const makeQueue = (owner: string) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const run = (items: ReadonlyArray<Item>) => runOwnBatch(owner, items)
        return { batch: yield* Scope.extend(makeBatcher({ ...options, run }), scope), scope, users: 0 }
      })

    // Should it yield in between, two begin a line of one owner; both are carried out.
    const enter = (owner: string) =>
      Effect.gen(function*() {
        const queue = queues.get(owner) ?? (yield* makeQueue(owner))
        queues.set(owner, queue)
        queue.users++
        users++
        unused.unsafeClose()
        return queue
      })

    // Closed beside the caller, who may have been interrupted while its item is carried out.
    const leave = (owner: string, queue: OwnerQueue<Item, Result, E>) =>
      Effect.suspend(() => {
        queue.users--
        users--
        if (users === 0) unused.unsafeOpen()
        if (queue.users > 0) return Effect.void
        if (queues.get(owner) === queue) queues.delete(owner)
        return Effect.asVoid(Effect.forkDaemon(Scope.close(queue.scope, Exit.void)))
      })

    const runIsolated = (item: Item): Effect.Effect<Result, E> => {
      const owner = ownerOf(item)
      return Effect.acquireUseRelease(enter(owner), ({ batch }) => batch(item), (queue) => leave(owner, queue))
    }

    /** What each item has yet to do once its batch was held up: if it was one owner's alone, it has waited enough. */
    const afterHoldUp = (items: ReadonlyArray<Item>, error: E): ReadonlyArray<Effect.Effect<Result, E>> => {
      const owners = new Set(items.map(ownerOf))
      // At once: the next batch may have some of theirs, too.
      for (const owner of owners) isolate(owner, owners.size === 1)
      return items.map((item) => owners.size === 1 ? Effect.fail(error) : runIsolated(item))
    }

    const runTogether = (items: ReadonlyArray<Item>): Effect.Effect<ReadonlyArray<Effect.Effect<Result, E>>, E> =>
      items.length === 0 ? Effect.succeed([]) : options.run(items).pipe(
        Effect.map((results) => results.map((result) => Effect.succeed(result))),
        Effect.catchIf(isHeldUp, (error) => Effect.succeed(afterHoldUp(items, error)))
      )

    // Added before, so done after what was handed in has been answered.
    yield* Effect.addFinalizer(() => unused.await)
    // Who is apart is asked when a batch is run, and not before: those in line had been handed in when nobody knew of it.
    const together = yield* makeBatcher<Item, Effect.Effect<Result, E>, E>({
      ...options,
      run: (items) =>
        Effect.suspend(() => {
          const isIsolated = items.map((item) => isolated.has(ownerOf(item)))
          return Effect.map(runTogether(items.filter((_, index) => isIsolated[index] !== true)), (results) => {
            const inOrder = [...results]
            return items.map((item, index) => (isIsolated[index] === true ? undefined : inOrder.shift()) ?? runIsolated(item))
          })
        })
    })

    return (item) => Effect.flatten(together(item))
  })
