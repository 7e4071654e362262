import { Effect, type Fiber } from "effect"

/** What a worker holds leases of, and how much more it may take. `hasRoom` and `isEmpty` are what loops wait for. */
export interface Hand<Key> {
  readonly keys: () => ReadonlyArray<Key>
  readonly room: () => number
  /**
   * Begins the work on one, apart from the caller, and holds it until the work ends. `counts`: whether it takes a place. What goes
   * a tenant's own way doesn't: its slowness is nobody else's.
   */
  readonly begin: (key: Key, counts: boolean, work: Effect.Effect<void>) => Effect.Effect<void>
  /**
   * Gives back the place of one whose work only waits from now on; it is held all the same. At most for as many as there are
   * places: others keep theirs then, so that what is held stays bounded.
   */
  readonly free: (key: Key) => void
  readonly fibers: () => ReadonlyArray<Fiber.RuntimeFiber<void>>
  readonly hasRoom: Effect.Effect<void>
  readonly isEmpty: Effect.Effect<void>
}

export const makeHand = <Key>(capacity: number): Effect.Effect<Hand<Key>> =>
  Effect.gen(function*() {
    const held = new Map<Key, Fiber.RuntimeFiber<void> | undefined>()
    const placed = new Set<Key>()
    const freed = new Set<Key>()
    const room = () => capacity - placed.size
    const hasRoom = yield* Effect.makeLatch(true)
    const empty = yield* Effect.makeLatch(true)
    const update = (): void => {
      if (room() > 0) hasRoom.unsafeOpen()
      else hasRoom.unsafeClose()
      if (held.size === 0) empty.unsafeOpen()
      else empty.unsafeClose()
    }
    const put = (key: Key, counts: boolean): void => {
      held.set(key, undefined)
      if (counts) placed.add(key)
      update()
    }
    const remove = (key: Key): void => {
      held.delete(key)
      placed.delete(key)
      freed.delete(key)
      update()
    }
    const free = (key: Key): void => {
      if (freed.size >= capacity || !placed.delete(key)) return
      freed.add(key)
      update()
    }
    return {
      keys: () => [...held.keys()],
      room,
      free,
      begin: (key, counts, work) =>
        Effect.suspend(() => {
          put(key, counts)
          const fork = Effect.forkDaemon(Effect.ensuring(work, Effect.sync(() => { remove(key) })))
          // It may be done already.
          return Effect.map(fork, (fiber) => { if (held.has(key)) held.set(key, fiber) })
        }),
      fibers: () => [...held.values()].filter((fiber) => fiber !== undefined),
      hasRoom: hasRoom.await,
      isEmpty: empty.await
    }
  })
