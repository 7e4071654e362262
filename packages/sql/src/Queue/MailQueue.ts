import { MailQueue } from "@telemark/core"
import { Effect, Layer } from "effect"
import { LocalWorkers } from "../LocalWorkers/index.js"
import { makeClaim } from "./claim.js"
import { makeLeases } from "./leases.js"
import { makeNextDue } from "./nextDue.js"
import { makeRecord } from "./record.js"

export const layerMailQueue = Layer.effect(
  MailQueue,
  Effect.all({ claim: makeClaim, record: makeRecord, leases: makeLeases, nextDue: makeNextDue, workers: LocalWorkers }).pipe(
    Effect.map(({ claim, leases, nextDue, record, workers: { attach } }) => ({ claim, record, nextDue, attach, ...leases }))
  )
)
