import { type ClaimedMessage, makeOwnersBatcher, MailQueue, type StorageError, WakeUp } from "@telemark/core"
import { Clock, Effect } from "effect"

/** A message on which nothing was begun, and when it is due again; undefined: at once. */
interface Released {
  readonly message: ClaimedMessage
  readonly dueAt: number | undefined
}

/**
 * Gives messages back on which nothing was begun, those that come together in one transaction: of a sender whose route backs off, there may
 * be thousands.
 */
export const makeGiveBack = (owner: string, batch: number) =>
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    // A batch of which a part was held up is made again, and what was given back by then may be leased again, by this very worker.
    const released = new WeakSet<Released>()
    const release = yield* makeOwnersBatcher({
      maxSize: batch,
      ownerOf: ({ message }: Released) => message.tenant_id,
      isHeldUp: ({ reason }: StorageError) => reason === "unavailable",
      isOneItems: ({ reason }: StorageError) => reason === "fault",
      run: (items) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          const left = items.filter((item) => !released.has(item))
          for (const dueAt of new Set(left.map((item) => item.dueAt))) {
            const together = left.filter((item) => item.dueAt === dueAt)
            yield* queue.release(owner, together.map(({ message }) => message.id), now, dueAt)
            for (const item of together) released.add(item)
          }
          return items.map(() => undefined)
        })
    })
    // Whoever has room is told: the other workers where this one stops, and this one where a route has room again by now.
    const announce = (dueAt: number | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => dueAt === undefined || dueAt <= now ? wakeUp.signal : Effect.void)
    return (message: ClaimedMessage, dueAt?: number): Effect.Effect<void> =>
      Effect.zipRight(release({ message, dueAt }), announce(dueAt)).pipe(
        Effect.catchAll((error) => Effect.logWarning("an email could not be given back; it moves on when its lease runs out", {
          email_id: message.id, reason: error.message
        }))
      )
  })
