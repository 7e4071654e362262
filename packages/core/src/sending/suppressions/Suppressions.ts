import {
  Address,
  AddSuppression,
  asRepeat,
  decode,
  foldAddress,
  RemoveSuppression,
  type Suppressed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound } from "../../operations/found.js"
import { makePseudonyms } from "../people/pseudonyms.js"
import { unknownTopic } from "../topics/Topic.js"
import { topicQueries } from "../topics/topicTable.js"
import { checkOf } from "./Suppression.js"
import { makeImportSuppressions } from "./importSuppressions.js"
import { makeListing } from "./listSuppressions.js"
import { suppressionQueries } from "./suppressionTable.js"

type SuppressionsService = OperationsFor<string, "suppressions">

const decodeAdd = decode(AddSuppression)
const decodeRemove = decode(RemoveSuppression)
const decodeAddress = decode(Address, ["email"])

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const suppressions = yield* suppressionQueries
  const topics = yield* topicQueries
  const { keysOf } = yield* makePseudonyms

  const keysOfAddress = (tenantId: string, address: string) =>
    Effect.flatMap(Effect.fromResult(decodeAddress(address)), (checked) =>
      keysOf(tenantId, foldAddress(checked))
    )

  const service: SuppressionsService = {
    add: (tenant_id, input) =>
      Effect.gen(function* () {
        const {
          email_address,
          reason = "manual",
          topic = null
        } = yield* Effect.fromResult(decodeAdd(input))
        // A mistyped topic would block nothing.
        if (topic !== null && (yield* stored(topics.find(tenant_id, topic))) === undefined)
          return yield* unknownTopic()
        const added_at = yield* Clock.currentTimeMillis
        const folded = foldAddress(email_address)
        const answer: Suppressed = { status: "suppressed" }
        const isNew = yield* change(
          suppressions.insert({ tenant_id, folded, email_address, reason, added_at, topic })
        )
        return isNew ? answer : asRepeat(answer)
      }),

    ...(yield* makeListing),
    import: yield* makeImportSuppressions,

    check: (tenantId, address) =>
      Effect.gen(function* () {
        const keys = yield* keysOfAddress(tenantId, address)
        return checkOf(yield* stored(suppressions.find(tenantId, ...keys)))
      }),

    // The topic may have been removed: its suppressions stay, and can be removed all the same.
    remove: (tenantId, address, input = {}) =>
      Effect.gen(function* () {
        const keys = yield* keysOfAddress(tenantId, address)
        const { topic = null } = yield* Effect.fromResult(decodeRemove(input))
        return yield* change(doneOrNotFound(suppressions.remove(tenantId, keys, topic)))
      })
  }
  return service
})

/** Addresses that a tenant must not mail, as a whole or about a topic. */
export class Suppressions extends Context.Service<Suppressions, SuppressionsService>()(
  "@telemark/core/Suppressions"
) {
  static readonly layer = Layer.effect(this, make)
}
