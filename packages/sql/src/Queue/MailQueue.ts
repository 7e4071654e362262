import { MailQueue } from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeClaim } from "./claim.js"
import { makeLeases } from "./leases.js"
import { makeNextDue } from "./nextDue.js"
import { makeRecord } from "./record.js"

export const layerMailQueue = Layer.effect(
  MailQueue,
  Effect.all({ claim: makeClaim, record: makeRecord, leases: makeLeases, nextDue: makeNextDue }).pipe(
    Effect.map(({ claim, leases, nextDue, record }) => ({ claim, record, nextDue, ...leases }))
  )
)
