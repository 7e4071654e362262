import { Effect, type Fiber } from "effect"

/**
 * The messages that a worker holds leases of, and how many more it may take. `hasRoom` and `isEmpty` are
 * what loops wait for.
 */
export interface Hand {
  readonly ids: () => ReadonlyArray<string>
  readonly room: () => number
  readonly put: (id: string) => void
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
    const room = yield* Effect.makeLatch(true)
    const empty = yield* Effect.makeLatch(true)
    const update = (): void => {
      if (held.size < capacity) room.unsafeOpen()
      else room.unsafeClose()
      if (held.size === 0) empty.unsafeOpen()
      else empty.unsafeClose()
    }
    return {
      ids: () => [...held.keys()],
      room: () => capacity - held.size,
      put: (id) => {
        held.set(id, undefined)
        update()
      },
      attach: (id, fiber) => {
        if (held.has(id)) held.set(id, fiber)
      },
      remove: (id) => {
        held.delete(id)
        update()
      },
      fibers: () => [...held.values()].filter((fiber) => fiber !== undefined),
      hasRoom: room.await,
      isEmpty: empty.await
    }
  })
