import { Effect, type Fiber, Runtime, RuntimeFlags } from "effect"

/** What a worker holds leases of, and how much more it may take. `hasRoom` and `isEmpty` are what loops wait for. */
export interface InFlightSet<Key> {
  readonly keys: () => ReadonlyArray<Key>
  readonly room: () => number
  /**
   * Begins the work on one, apart from the caller, and holds it until the work ends. Only what makes itself interruptible in it is.
   * `counts`: whether it takes a place. What goes a tenant's own way doesn't: its slowness is nobody else's.
   */
  readonly begin: (key: Key, counts: boolean, work: Effect.Effect<void>) => void
  /**
   * Gives back the place of one whose work only waits from now on; it is held all the same. At most for as many as there are
   * places: others keep theirs then, so that what is held stays bounded.
   */
  readonly free: (key: Key) => void
  readonly fibers: () => ReadonlyArray<Fiber.RuntimeFiber<void>>
  readonly hasRoom: Effect.Effect<void>
  readonly isEmpty: Effect.Effect<void>
}

interface InFlightSetOptions {
  /** How many places there are; asked each time. */
  readonly max: () => number
  /** Is called when the work on one has ended. */
  readonly ended?: (() => void) | undefined
}

export const makeInFlightSet = <Key>({ ended, max }: InFlightSetOptions): Effect.Effect<InFlightSet<Key>> =>
  Effect.gen(function*() {
    // From its beginning, or who is interrupted before would never begin, nor be given back.
    const runFork = Runtime.runFork(Runtime.disableRuntimeFlag(yield* Effect.runtime(), RuntimeFlags.Interruption))
    const fibersByKey = new Map<Key, Fiber.RuntimeFiber<void> | undefined>()
    const placed = new Set<Key>()
    const freed = new Set<Key>()
    const room = () => Math.max(0, max() - placed.size)
    const hasRoom = yield* Effect.makeLatch(true)
    const empty = yield* Effect.makeLatch(true)
    const update = (): void => {
      if (room() > 0) hasRoom.unsafeOpen()
      else hasRoom.unsafeClose()
      if (fibersByKey.size === 0) empty.unsafeOpen()
      else empty.unsafeClose()
    }
    const remove = (key: Key, fiber: Fiber.RuntimeFiber<void>): void => {
      ended?.()
      // What is given back may be taken again before the work that gave it back has ended: then it is the later one's.
      if (fibersByKey.get(key) === fiber) {
        fibersByKey.delete(key)
        placed.delete(key)
        freed.delete(key)
      }
      update()
    }
    return {
      keys: () => [...fibersByKey.keys()],
      room,
      free: (key) => {
        if (freed.size >= max() || !placed.delete(key)) return
        freed.add(key)
        update()
      },
      begin: (key, counts, work) => {
        fibersByKey.set(key, undefined)
        freed.delete(key)
        if (counts) placed.add(key)
        else placed.delete(key)
        update()
        // Not at once, or what ends at once would be begun inside what ended before it.
        const fiber = runFork(work, { immediate: false })
        fibersByKey.set(key, fiber)
        fiber.addObserver(() => { remove(key, fiber) })
      },
      fibers: () => [...fibersByKey.values()].filter((fiber) => fiber !== undefined),
      // There may be fewer places than when it was opened: a loop that goes by it would never end.
      hasRoom: Effect.suspend(() => {
        update()
        return hasRoom.await
      }),
      isEmpty: empty.await
    }
  })
