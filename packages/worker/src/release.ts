import type { StorageError } from "@telemark/contract"
import { type ClaimedMessage, MailQueue, makeOwnersBatcher, orLog, WakeUp } from "@telemark/core"
import { Clock, Effect } from "effect"

/** A message that wasn't attempted. `dueAt`: epoch milliseconds; undefined: at once. */
interface Released {
  readonly message: ClaimedMessage
  readonly dueAt: number | undefined
}

/** Gives a leased message back, due at `dueAt` or at once. Never fails: its lease ends anyway. */
export type Release = (message: ClaimedMessage, dueAt?: number) => Effect.Effect<void>

/** In batches: a sender whose route backs off may have thousands. */
export const makeRelease = (owner: string, batch: number) =>
  Effect.gen(function* () {
    const queue = yield* MailQueue
    const wakeUp = yield* WakeUp
    // If a part is locked, the batch runs again: what it has released may be leased again by then.
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
    // Wakes workers that have free slots.
    const announce = (dueAt: number | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        dueAt === undefined || dueAt <= now ? wakeUp.signal : Effect.void
      )
    const release: Release = (message, dueAt) =>
      Effect.andThen(releaseInBatch({ message, dueAt }), announce(dueAt)).pipe(
        orLog(
          "an email could not be released; it becomes due again when its lease runs out",
          undefined,
          { email_id: message.id }
        )
      )
    return release
  })
