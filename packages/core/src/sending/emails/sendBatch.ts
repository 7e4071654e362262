import {
  batchOf,
  decode,
  type SendRequest,
  type SendResult,
  type ValidationFailed
} from "@telemark/contract"
import { Data, Effect, Result, Schema } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import type { Transactions } from "../../database/transactions/Transactions.js"
import { makeRenderShares } from "../templates/renderTemplate.js"
import { checkIdempotencyKey, keyOfEntry } from "./idempotency.js"
import {
  type EmailsOptions,
  makePrepare,
  type SendError,
  type SendingOptions,
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
  options?: SendingOptions
) => Effect.Effect<ReadonlyArray<Result.Result<SendResult, SendError>>, ValidationFailed>

/** Which request of several can't be sent, from 0. Nothing was sent. */
export class EntryRefused extends Data.TaggedError("EntryRefused")<{
  readonly index: number
  readonly error: SendError
}> {}

/**
 * Like a batch, but all requests are decoded and prepared before the first is accepted. What only
 * the stored data refuses (the quota, a domain, a topic) still refuses its own entry.
 */
export type SendTogether = (
  ...given: Parameters<SendBatchEntries>
) => Effect.Effect<
  ReadonlyArray<Result.Result<SendResult, SendError>>,
  ValidationFailed | EntryRefused
>

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
): { readonly sendBatch: SendBatchEntries; readonly sendTogether: SendTogether } => {
  const prepare = makePrepare(options, parts)

  /** Each entry with the effect that prepares it. */
  const entriesOf = (
    tenant: Tenant,
    requests: ReadonlyArray<SendRequest>,
    { asOneMail, idempotencyKey }: SendingOptions
  ) =>
    Effect.gen(function* () {
      const { emails } = yield* Effect.fromResult(decodeBatch({ emails: requests }))
      const key =
        idempotencyKey === undefined ? undefined : yield* checkIdempotencyKey(idempotencyKey)
      // Looked up once at most, however many entries name no sender.
      const smtpFrom = yield* Effect.cached(smtpFromOf(parts, tenant))
      const shares = makeRenderShares(emails.length, renderBudgets)
      return emails.map((request, index) => {
        const circumstances = {
          tenant,
          smtpFrom,
          key: key === undefined ? undefined : keyOfEntry(key, index),
          asOneMail,
          share: shares.of(index)
        }
        return Effect.ensuring(prepare(request, circumstances), shares.finish(index))
      })
    })

  // In a shared transaction, a failed statement would block the others until it is rolled back.
  const concurrency = Effect.map(isInside, (inside) => (inside ? 1 : ("unbounded" as const)))

  return {
    sendBatch: (tenant, requests, given = {}) =>
      Effect.gen(function* () {
        const entries = yield* entriesOf(tenant, requests, given)
        return yield* Effect.forEach(
          entries,
          (prepared) => Effect.result(separately(Effect.flatten(prepared))),
          { concurrency: yield* concurrency }
        )
      }),

    sendTogether: (tenant, requests, given = {}) =>
      Effect.gen(function* () {
        const entries = yield* entriesOf(tenant, requests, given)
        const together = { concurrency: yield* concurrency }
        const prepared = yield* Effect.forEach(entries, Effect.result, together)
        const index = prepared.findIndex(Result.isFailure)
        const refused = prepared[index]
        if (refused !== undefined && Result.isFailure(refused))
          return yield* new EntryRefused({ index, error: refused.failure })
        return yield* Effect.forEach(
          prepared.flatMap((entry) => (Result.isSuccess(entry) ? [entry.success] : [])),
          (sending) => Effect.result(separately(sending)),
          together
        )
      })
  }
}
