import { awaitOpen } from "@telemark/core"
import { Effect, type Fiber, Latch } from "effect"

export interface InFlightCount {
  readonly begin: () => void
  readonly end: () => void
  readonly during: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly none: Effect.Effect<void>
}

export const makeInFlightCount: Effect.Effect<InFlightCount> = Effect.map(
  Latch.make(true),
  (none) => {
    let count = 0
    const begin = (): void => {
      count++
      none.closeUnsafe()
    }
    const end = (): void => {
      count--
      if (count === 0) none.openUnsafe()
    }
    return {
      begin,
      end,
      during: (effect) =>
        Effect.acquireUseRelease(
          Effect.sync(begin),
          () => effect,
          () => Effect.sync(end)
        ),
      none: awaitOpen(none)
    }
  }
)

/** What a worker has leased, and how much more it may claim. */
export interface InFlightSet<Key> {
  readonly keys: () => ReadonlyArray<Key>
  readonly freeSlots: () => number
  /**
   * Starts the work in its own fiber, uninterruptibly except where it says otherwise. `counts`:
   * whether it takes a slot. Messages on a tenant's own route take none: a slow server there delays
   * only that tenant.
   */
  readonly begin: (key: Key, counts: boolean, work: Effect.Effect<void>) => void
  /**
   * Frees the slot of a key whose work only waits; its lease is still renewed. At most `max` keys.
   */
  readonly free: (key: Key) => void
  readonly fibers: () => ReadonlyArray<Fiber.Fiber<void>>
  readonly hasFreeSlot: Effect.Effect<void>
  readonly isEmpty: Effect.Effect<void>
}

interface InFlightSetOptions {
  /** Read each time. */
  readonly max: () => number
  readonly ended?: (() => void) | undefined
}

export const makeInFlightSet = <Key>({
  ended,
  max
}: InFlightSetOptions): Effect.Effect<InFlightSet<Key>> =>
  Effect.gen(function* () {
    const runFork = Effect.runForkWith(yield* Effect.context())
    const fibersByKey = new Map<Key, Fiber.Fiber<void> | undefined>()
    const inSlots = new Set<Key>()
    const withoutSlot = new Set<Key>()
    const freeSlots = () => Math.max(0, max() - inSlots.size)
    const hasFreeSlot = yield* Latch.make(true)
    const empty = yield* Latch.make(true)
    const update = (): void => {
      if (freeSlots() > 0) hasFreeSlot.openUnsafe()
      else hasFreeSlot.closeUnsafe()
      if (fibersByKey.size === 0) empty.openUnsafe()
      else empty.closeUnsafe()
    }
    const remove = (key: Key, fiber: Fiber.Fiber<void>): void => {
      ended?.()
      // A released message may be claimed again before its work has ended: the key is then the
      // later fiber's.
      if (fibersByKey.get(key) === fiber) {
        fibersByKey.delete(key)
        inSlots.delete(key)
        withoutSlot.delete(key)
      }
      update()
    }
    return {
      keys: () => [...fibersByKey.keys()],
      freeSlots,
      free: (key) => {
        if (withoutSlot.size >= max() || !inSlots.delete(key)) return
        withoutSlot.add(key)
        update()
      },
      begin: (key, counts, work) => {
        fibersByKey.set(key, undefined)
        withoutSlot.delete(key)
        if (counts) inSlots.add(key)
        else inSlots.delete(key)
        update()
        // Not immediately, or work that ends at once would nest. Uninterruptible from the start: a
        // fiber interrupted before it begins would neither attempt nor release its message.
        const fiber = runFork(Effect.andThen(Effect.yieldNow, work), { uninterruptible: true })
        fibersByKey.set(key, fiber)
        fiber.addObserver(() => {
          remove(key, fiber)
        })
      },
      fibers: () => [...fibersByKey.values()].filter((fiber) => fiber !== undefined),
      // `max` may have shrunk since the latch was opened; a loop would spin.
      hasFreeSlot: Effect.suspend(() => {
        update()
        return awaitOpen(hasFreeSlot)
      }),
      isEmpty: awaitOpen(empty)
    }
  })
