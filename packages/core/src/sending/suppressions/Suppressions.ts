import {
  Address,
  AddSuppression,
  asRepeat,
  decode,
  type ExportSuppressions,
  foldAddress,
  type ImportedSuppressions,
  type ImportSuppressions,
  type ListSuppressions,
  NotFound,
  RemoveSuppression,
  type StorageError,
  type Success,
  success,
  type Suppressed,
  type SuppressionCheck,
  type SuppressionList,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { stored } from "../../database/storageError.js"
import { unknownTopic } from "../topics/Topic.js"
import { topicQueries } from "../topics/topicTable.js"
import { checkOf } from "./Suppression.js"
import { makeImportSuppressions } from "./importSuppressions.js"
import { makeExportSuppressions, makeListSuppressions } from "./listSuppressions.js"
import { suppressionQueries } from "./suppressionTable.js"

export interface SuppressionsService {
  /**
   * Suppresses an address, or one topic's mail to it. If that was already so, the first entry stays
   * and the result is a repeat (`asRepeat`).
   */
  readonly add: (
    tenantId: string,
    input: AddSuppression
  ) => Effect.Effect<Suppressed, ValidationFailed | StorageError>
  readonly list: (
    tenantId: string,
    request?: ListSuppressions
  ) => Effect.Effect<SuppressionList, ValidationFailed | StorageError>
  /** Text of a CSV table of all that match, newest first. It is read as the loop goes on, once. */
  readonly export: (
    tenantId: string,
    request?: ExportSuppressions
  ) => Effect.Effect<AsyncIterable<string>, ValidationFailed | StorageError>
  /**
   * Suppresses the addresses of a list, or of a CSV table as text or UTF-8. Fails only if it can't
   * be read as such; invalid rows are reported.
   */
  readonly import: (
    tenantId: string,
    input: ImportSuppressions | string | Uint8Array
  ) => Effect.Effect<ImportedSuppressions, ValidationFailed | StorageError>
  /** Whether an address is suppressed in any spelling, and for which topics. */
  readonly check: (
    tenantId: string,
    address: string
  ) => Effect.Effect<SuppressionCheck, ValidationFailed | StorageError>
  /** Removes the suppression of the whole address or, with a topic, that of the topic. */
  readonly remove: (
    tenantId: string,
    address: string,
    request?: RemoveSuppression
  ) => Effect.Effect<Success, NotFound | ValidationFailed | StorageError>
}

const decodeAdd = decode(AddSuppression)
const decodeRemove = decode(RemoveSuppression)
const decodeAddress = decode(Address, ["email"])

const make = Effect.gen(function* () {
  const suppressions = yield* suppressionQueries
  const topics = yield* topicQueries
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
        const isNew = yield* stored(
          suppressions.insert({ tenant_id, folded, email_address, reason, added_at, topic })
        )
        return isNew ? answer : asRepeat(answer)
      }),

    list: yield* makeListSuppressions,
    export: yield* makeExportSuppressions,
    import: yield* makeImportSuppressions,

    check: (tenantId, address) =>
      Effect.gen(function* () {
        const folded = foldAddress(yield* Effect.fromResult(decodeAddress(address)))
        return checkOf(yield* stored(suppressions.find(tenantId, folded)))
      }),

    // The topic may have been removed: its suppressions stay, and can be removed all the same.
    remove: (tenantId, address, input = {}) =>
      Effect.gen(function* () {
        const folded = foldAddress(yield* Effect.fromResult(decodeAddress(address)))
        const { topic = null } = yield* Effect.fromResult(decodeRemove(input))
        if (!(yield* stored(suppressions.remove(tenantId, folded, topic))))
          return yield* new NotFound()
        return success
      })
  }
  return service
})

/** Suppressions: addresses that a tenant must not mail, as a whole or about a topic. */
export class Suppressions extends Context.Service<Suppressions, SuppressionsService>()(
  "@telemark/core/Suppressions"
) {
  static readonly layer = Layer.effect(this, make)
}
