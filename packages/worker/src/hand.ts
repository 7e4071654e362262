import { Effect, type Fiber } from "effect"

/**
 * The messages that a worker holds leases of, and how many more it may take. `hasRoom` and `isEmpty` are
 * what loops wait for.
 */
export interface Hand {
  readonly ids: () => ReadonlyArray<string>
  readonly room: () => number
  /** `counts`: whether it takes a place. What goes a tenant's own way doesn't: its slowness is nobody else's. */
  readonly put: (id: string, counts: boolean) => void
  /** Remembers who works on a message, unless that is done already. */
  readonly attach: (id: string, fiber: Fiber.RuntimeFiber<void>) => void
  readonly remove: (id: string) => void
  readonly fibers: () => ReadonlyArray<Fiber.RuntimeFiber<void>>
  readonly hasRoom: Effect.Effect<void>
  readonly isEmpty: Effect.Effect<void>
}

export const makeHand = (capacity: number): Effect.Effect<Hand> =>
  Effect.gen(function*() {
    const held = new Map<string, Fiber.RuntimeFiber<void> | undefined>()
    const placed = new Set<string>()
    const room = () => capacity - placed.size
    const hasRoom = yield* Effect.makeLatch(true)
    const empty = yield* Effect.makeLatch(true)
    const update = (): void => {
      if (room() > 0) hasRoom.unsafeOpen()
      else hasRoom.unsafeClose()
      if (held.size === 0) empty.unsafeOpen()
      else empty.unsafeClose()
    }
    return {
      ids: () => [...held.keys()],
      room,
      put: (id, counts) => {
        held.set(id, undefined)
        if (counts) placed.add(id)
        update()
      },
      attach: (id, fiber) => {
        if (held.has(id)) held.set(id, fiber)
      },
      remove: (id) => {
        held.delete(id)
        placed.delete(id)
        update()
      },
      fibers: () => [...held.values()].filter((fiber) => fiber !== undefined),
      hasRoom: hasRoom.await,
      isEmpty: empty.await
    }
  })
