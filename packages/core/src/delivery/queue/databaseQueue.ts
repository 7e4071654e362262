import { Clock, Context, Effect, Layer } from "effect"
import { LocalWorkers } from "../message/LocalWorkers.js"
import { MailQueue } from "./MailQueue.js"
import { MessageStore } from "./MessageStore.js"
import { makeClaim } from "./claim.js"
import { makeLeases, makeNextDue } from "./leases.js"
import { makeOutbox } from "./outbox.js"
import { makeRecord } from "./record.js"

/** The queue in the database itself, and what it does for another queue. */
export const layerMailQueue = Layer.effectContext(
  Effect.gen(function* () {
    const claims = yield* makeClaim
    const settle = yield* makeRecord
    const { release, renew } = yield* makeLeases
    const nextDue = yield* makeNextDue
    const { attach } = yield* LocalWorkers
    const outbox = yield* makeOutbox(claims.dueKinds)
    return Context.make(MailQueue, {
      claim: claims.claim,
      record: settle,
      renew,
      release,
      nextDue,
      attach
    }).pipe(
      Context.add(MessageStore, { ...outbox, begin: claims.begin, settle, renew, release, nextDue })
    )
  })
)

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
