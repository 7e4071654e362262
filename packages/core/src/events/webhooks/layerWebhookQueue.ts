import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { WebhookQueue } from "./WebhookQueue.js"
import { makeAttempts } from "./attempts.js"
import { makeClaim } from "./claim.js"
import { makeEnqueue } from "./enqueue.js"
import { makeLeases } from "./leases.js"
import { makeNextDue } from "./nextDue.js"
import { makeRecord } from "./record.js"

export const layerWebhookQueue = Layer.effect(
  WebhookQueue,
  Effect.gen(function* () {
    const { writeRelaxed } = yield* Database
    const attempts = yield* makeAttempts

    return {
      claim: yield* makeClaim,
      record: yield* makeRecord,
      enqueue: yield* makeEnqueue,
      nextDue: yield* makeNextDue,
      ...(yield* makeLeases),
      insertAttempt: (attempt) => writeRelaxed(attempts.insert([attempt])),
      attempts: (tenantId, endpointId, page, outcome) =>
        stored(attempts.list(tenantId, endpointId, page, outcome)),
      attempt: (tenantId, endpointId, id) => stored(attempts.find(tenantId, endpointId, id))
    }
  })
)
