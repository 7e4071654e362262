import { Context, Effect, Layer } from "effect"
import { MailQueue } from "../attempt/ports.js"
import { LocalWorkers } from "./LocalWorkers.js"
import { MessageStore } from "./MessageStore.js"
import { makeClaim } from "./claim.js"
import { makeLeases } from "./leases.js"
import { makeNextDue } from "./nextDue.js"
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
