import { Effect, Exit, Scope } from "effect"
import { makeLimiter } from "../Limiter/index.js"
import { type Batcher, type BatcherOptions, makeBatcher } from "./Batcher.js"

export interface OwnersBatcherOptions<Item, Result, E> extends BatcherOptions<Item, Result, E> {
  readonly ownerOf: (item: Item) => string
  /** Whether a run may have failed of what one owner's items alone have to wait for. */
  readonly isHeldUp: (error: E) => boolean
}

/** Runs of owners apart that there are at once: each may hold a connection for as long as it waits. */
const mostApart = 4

/** As many of them may be of owners that were held up by themselves: who was merely in one batch with them doesn't wait for all of them. */
const mostHeld = 3

/** Owners apart that are remembered; of those beyond, the one that is longest apart is forgotten, and may hold up others once more. */
const mostRemembered = 1000

/** The line of an owner apart. It ends with the last that uses it. */
interface Line<Item, Result, E> {
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
    const places = makeLimiter({ permits: mostApart })
    const placesOfHeld = makeLimiter({ permits: mostHeld })
    const lines = new Map<string, Line<Item, Result, E>>()
    /** Owners apart, and whether a run of their own was held up. */
    const apart = new Map<string, boolean>()
    const unused = yield* Effect.makeLatch(true)
    let users = 0

    const setApart = (owner: string, isHeld: boolean): void => {
      apart.delete(owner)
      const [oldest] = apart.keys()
      if (oldest !== undefined && apart.size >= mostRemembered) apart.delete(oldest)
      apart.set(owner, isHeld)
    }

    const runApart = (owner: string, items: ReadonlyArray<Item>) =>
      Effect.suspend(() => {
        const run = places.run()(options.run(items))
        return apart.get(owner) === true ? placesOfHeld.run()(run) : run
      }).pipe(
        Effect.tap(() => Effect.sync(() => apart.delete(owner))),
        Effect.tapError((error) => Effect.sync(() => { if (isHeldUp(error)) setApart(owner, true) }))
      )

    // Not of the batcher's own scope: once that is closing, nothing would be carried out in it.
    const makeLine = (owner: string) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const run = (items: ReadonlyArray<Item>) => runApart(owner, items)
        return { batch: yield* Scope.extend(makeBatcher({ ...options, run }), scope), scope, users: 0 }
      })

    // Should it yield in between, two begin a line of one owner; both are carried out.
    const enter = (owner: string) =>
      Effect.gen(function*() {
        const line = lines.get(owner) ?? (yield* makeLine(owner))
        lines.set(owner, line)
        line.users++
        users++
        unused.unsafeClose()
        return line
      })

    // Closed beside the caller, who may have been interrupted while its item is carried out.
    const leave = (owner: string, line: Line<Item, Result, E>) =>
      Effect.suspend(() => {
        line.users--
        users--
        if (users === 0) unused.unsafeOpen()
        if (line.users > 0) return Effect.void
        if (lines.get(owner) === line) lines.delete(owner)
        return Effect.asVoid(Effect.forkDaemon(Scope.close(line.scope, Exit.void)))
      })

    const goApart = (item: Item): Effect.Effect<Result, E> => {
      const owner = ownerOf(item)
      return Effect.acquireUseRelease(enter(owner), ({ batch }) => batch(item), (line) => leave(owner, line))
    }

    /** What each item has yet to do once its batch was held up: if it was one owner's alone, it has waited enough. */
    const afterHoldUp = (items: ReadonlyArray<Item>, error: E): ReadonlyArray<Effect.Effect<Result, E>> => {
      const owners = new Set(items.map(ownerOf))
      // At once: the next batch may have some of theirs, too.
      for (const owner of owners) setApart(owner, owners.size === 1)
      return items.map((item) => owners.size === 1 ? Effect.fail(error) : goApart(item))
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
          const isApart = items.map((item) => apart.has(ownerOf(item)))
          return Effect.map(runTogether(items.filter((_, index) => isApart[index] !== true)), (results) => {
            const inOrder = [...results]
            return items.map((item, index) => (isApart[index] === true ? undefined : inOrder.shift()) ?? goApart(item))
          })
        })
    })

    return (item) => Effect.flatten(together(item))
  })
