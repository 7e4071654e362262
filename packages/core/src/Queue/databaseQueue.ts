import { Clock, Effect, Layer } from "effect"
import { MailQueue } from "../Delivery/index.js"
import { MessageStore } from "./MessageStore.js"

/**
 * The queue that the storage is itself. What another queue was offered before is due at once when the first claim is made: whoever
 * switches back needn't wait until it would be offered again.
 */
export const layerDatabaseQueue: Layer.Layer<MailQueue, never, MailQueue | MessageStore> = Layer.effect(
  MailQueue,
  Effect.gen(function*() {
    const queue = yield* MailQueue
    const store = yield* MessageStore
    let isTakenBack = false
    const takeBack = Effect.suspend(() =>
      isTakenBack ? Effect.void : Effect.flatMap(Clock.currentTimeMillis, (now) => store.withdraw(now)).pipe(
        Effect.tap(() => { isTakenBack = true })
      ))
    return MailQueue.of({ ...queue, claim: (...how) => Effect.zipRight(takeBack, queue.claim(...how)) })
  })
)
