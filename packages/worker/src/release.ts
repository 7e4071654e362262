import type { StorageError } from "@telemark/contract"
import { type ClaimedMessage, MailQueue, makeOwnersBatcher, WakeUp } from "@telemark/core"
import { Clock, Effect } from "effect"

/**
 * A message that wasn't attempted, and when it is due again, in epoch milliseconds; undefined: at
 * once.
 */
interface Released {
  readonly message: ClaimedMessage
  readonly dueAt: number | undefined
}

/**
 * Releases messages that weren't attempted, in batches: a sender whose route backs off may have
 * thousands.
 */
export const makeRelease = (owner: string, batch: number) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    // If a part of a batch is locked, the batch runs again. What it has released by then may be
    // leased again, even by this worker.
    const released = new WeakSet<Released>()
    const releaseInBatch = yield* makeOwnersBatcher({
      maxSize: batch,
      ownerOf: ({ message }: Released) => message.tenant_id,
      isBlocked: ({ reason }: StorageError) => reason === "unavailable",
      isOneItems: ({ reason }: StorageError) => reason === "fault",
      run: (items) =>
        Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const left = items.filter((item) => !released.has(item))
          for (const dueAt of new Set(left.map((item) => item.dueAt))) {
            const together = left.filter((item) => item.dueAt === dueAt)
            yield* queue.release(
              owner,
              together.map(({ message }) => message.id),
              now,
              dueAt
            )
            for (const item of together) released.add(item)
          }
          return items.map(() => undefined)
        })
    })
    // Wakes workers that have free slots: the others if this one stops, this one if the route can
    // take messages again.
    const announce = (dueAt: number | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        dueAt === undefined || dueAt <= now ? wakeUp.signal : Effect.void
      )
    return (message: ClaimedMessage, dueAt?: number): Effect.Effect<void> =>
      Effect.andThen(releaseInBatch({ message, dueAt }), announce(dueAt)).pipe(
        Effect.catch((error) =>
          Effect.logWarning(
            "an email could not be released; it becomes due again when its lease runs out",
            {
              email_id: message.id,
              reason: error.message
            }
          )
        )
      )
  })
