import {
  batchOf,
  decode,
  type SendOptions,
  type SendRequest,
  type SendResult,
  type ValidationFailed
} from "@telemark/contract"
import { Effect, type Result, Schema } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import type { Transactions } from "../../database/transactions/Transactions.js"
import { makeRenderShares } from "../templates/renderTemplate.js"
import { checkIdempotencyKey, keyOfEntry } from "./idempotency.js"
import {
  type EmailsOptions,
  makePrepare,
  type SendError,
  type SendParts,
  smtpFromOf
} from "./send.js"

/**
 * Accepts 1 to 100 sends concurrently, results in order. An `idempotencyKey` is extended by each
 * index: a repeated batch sends nothing twice.
 */
export type SendBatchEntries = (
  tenant: Tenant,
  requests: ReadonlyArray<SendRequest>,
  options?: SendOptions
) => Effect.Effect<ReadonlyArray<Result.Result<SendResult, SendError>>, ValidationFailed>

// Entries are validated when they are sent, so that an invalid one doesn't affect the others.
const decodeBatch = decode(Schema.Struct({ emails: batchOf(Schema.Unknown) }))

/**
 * The render budget of a batch, in budgets of a single send. A hundred usual mails need about one;
 * a hundred that each used a full budget would occupy a processor for seconds, for one request.
 */
const renderBudgets = 10

export const makeSendBatch = (
  options: EmailsOptions,
  parts: SendParts,
  { isInside, separately }: typeof Transactions.Service
): SendBatchEntries => {
  const prepare = makePrepare(options, parts)
  return (tenant, requests, { idempotencyKey } = {}) =>
    Effect.gen(function* () {
      const { emails } = yield* Effect.fromResult(decodeBatch({ emails: requests }))
      const key =
        idempotencyKey === undefined ? undefined : yield* checkIdempotencyKey(idempotencyKey)
      // Looked up once at most, however many entries name no sender.
      const smtpFrom = yield* Effect.cached(smtpFromOf(parts, tenant))
      const shares = makeRenderShares(emails.length, renderBudgets)
      const accept = (request: unknown, index: number) => {
        const circumstances = {
          tenant,
          smtpFrom,
          key: key === undefined ? undefined : keyOfEntry(key, index),
          share: shares.of(index)
        }
        return Effect.flatten(
          Effect.ensuring(prepare(request, circumstances), shares.finish(index))
        )
      }
      return yield* Effect.forEach(
        emails,
        (request, index) => Effect.result(separately(accept(request, index))),
        // In a shared transaction, a failed statement would block the others until it is rolled
        // back.
        { concurrency: (yield* isInside) ? 1 : "unbounded" }
      )
    })
}
