import { MailQueue } from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeClaim } from "./claim.js"
import { makeLeases } from "./leases.js"
import { makeRecord } from "./record.js"

export const layerMailQueue = Layer.effect(
  MailQueue,
  Effect.all({ claim: makeClaim, record: makeRecord, leases: makeLeases }).pipe(
    Effect.map(({ claim, leases, record }) => ({ claim, record, ...leases }))
  )
)
