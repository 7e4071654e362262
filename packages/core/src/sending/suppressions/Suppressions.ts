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
  timestamp,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { unknownTopic } from "../topics/Topic.js"
import { topicQueries } from "../topics/topicTable.js"
import type { SuppressionRecord } from "./Suppression.js"
import { SuppressionStore } from "./SuppressionStore.js"
import { makeImportSuppressions } from "./importSuppressions.js"
import { makeExportSuppressions, makeListSuppressions } from "./list.js"

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

const checkOf = (found: ReadonlyArray<SuppressionRecord>): SuppressionCheck => {
  const whole = found.find(({ topic }) => topic === null)
  const topics = found.flatMap(({ added_at, reason, topic }) =>
    topic === null ? [] : [{ topic, reason, since: timestamp(added_at) }]
  )
  return whole === undefined
    ? { suppressed: false, reason: "", since: "", topics }
    : { suppressed: true, reason: whole.reason, since: timestamp(whole.added_at), topics }
}

const make: Effect.Effect<SuppressionsService, never, SuppressionStore | Database> = Effect.gen(
  function* () {
    const store = yield* SuppressionStore
    const topics = yield* topicQueries
    return {
      add: (tenantId, input) =>
        Effect.gen(function* () {
          const {
            email_address,
            reason = "manual",
            topic = null
          } = yield* Effect.fromResult(decodeAdd(input))
          // A mistyped topic would block nothing.
          if (topic !== null && (yield* stored(topics.find(tenantId, topic))) === undefined)
            return yield* unknownTopic()
          const added_at = yield* Clock.currentTimeMillis
          const folded = foldAddress(email_address)
          const answer: Suppressed = { status: "suppressed" }
          return (yield* store.insert({
            tenant_id: tenantId,
            folded,
            email_address,
            reason,
            added_at,
            topic
          }))
            ? answer
            : asRepeat(answer)
        }),

      list: makeListSuppressions(store),
      export: makeExportSuppressions(store),
      import: makeImportSuppressions(store, topics),

      check: (tenantId, address) =>
        Effect.flatMap(Effect.fromResult(decodeAddress(address)), (known) =>
          Effect.map(store.find(tenantId, foldAddress(known)), checkOf)
        ),

      remove: (tenantId, address, input = {}) =>
        Effect.gen(function* () {
          const folded = foldAddress(yield* Effect.fromResult(decodeAddress(address)))
          const { topic = null } = yield* Effect.fromResult(decodeRemove(input))
          // The topic may have been removed: its suppressions stay, and can be removed all the
          // same.
          if (!(yield* store.remove(tenantId, folded, topic))) return yield* new NotFound()
          return success
        })
    }
  }
)

/** Suppressions: addresses that a tenant must not mail, as a whole or about a topic. */
export class Suppressions extends Context.Service<Suppressions, SuppressionsService>()(
  "@telemark/core/Suppressions"
) {
  static readonly layer = Layer.effect(this, make)
}
