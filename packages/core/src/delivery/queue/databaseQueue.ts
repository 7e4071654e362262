import { Clock, Effect, Layer } from "effect"
import { MailQueue } from "../attempt/ports.js"
import { MessageStore } from "./MessageStore.js"

/**
 * The storage's own queue. The first claim makes messages due that were offered to another queue
 * before, so that switching back needs no wait.
 */
export const layerDatabaseQueue: Layer.Layer<MailQueue, never, MailQueue | MessageStore> =
  Layer.effect(
    MailQueue,
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const store = yield* MessageStore
      let isTakenBack = false
      const takeBack = Effect.suspend(() =>
        isTakenBack
          ? Effect.void
          : Effect.flatMap(Clock.currentTimeMillis, (now) => store.withdraw(now)).pipe(
              Effect.map(() => {
                isTakenBack = true
              })
            )
      )
      return MailQueue.of({
        ...queue,
        claim: (...how) => Effect.andThen(takeBack, queue.claim(...how))
      })
    })
  )
