import { Effect, type Either, Schema } from "effect"
import type { Tenant } from "../Tenants/index.js"
import type { Transactions } from "../Transactions/index.js"
import { decode, type ValidationFailed } from "../Validation/index.js"
import { checkIdempotencyKey, keyOfEntry } from "./idempotency.js"
import { type EmailsOptions, makeAccept, type SendError, type SendOptions, type SendParts, smtpFromOf } from "./send.js"
import { batchOf, type SendRequest, type SendResult } from "./SendRequest.js"

/**
 * Accepts 1 to 100 sends, concurrently; the answers stand in their order. With an `idempotencyKey` each entry has a key of its
 * own, by its place in the list, so that repeating the whole batch sends nothing twice.
 */
export type SendBatchEntries = (
  tenant: Tenant,
  requests: ReadonlyArray<SendRequest>,
  options?: SendOptions
) => Effect.Effect<ReadonlyArray<Either.Either<SendResult, SendError>>, ValidationFailed>

// What an entry is is checked when it is sent, so that those beside it are sent all the same.
const decodeBatch = decode(Schema.Struct({ emails: batchOf(Schema.Unknown) }))

export const makeSendBatch = (
  options: EmailsOptions,
  parts: SendParts,
  { isInside, separately }: typeof Transactions.Service
): SendBatchEntries => {
  const accept = makeAccept(options, parts)
  return (tenant, requests, { idempotencyKey } = {}) =>
    Effect.gen(function*() {
      const { emails } = yield* decodeBatch({ emails: requests })
      const key = idempotencyKey === undefined ? undefined : yield* checkIdempotencyKey(idempotencyKey)
      // Looked up once at most, however many entries name no sender.
      const smtpFrom = yield* Effect.cached(smtpFromOf(parts, tenant))
      return yield* Effect.forEach(
        emails,
        (request, index) =>
          Effect.either(separately(accept(request, { tenant, smtpFrom, key: key === undefined ? undefined : keyOfEntry(key, index) }))),
        // In one transaction, a statement that fails would be in the way of the others' until it is undone.
        { concurrency: (yield* isInside) ? 1 : "unbounded" }
      )
    })
}
