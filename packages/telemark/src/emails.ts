import {
  Emails,
  maxBatch,
  type SendError,
  type SendOptions,
  type SendRequest,
  type SendResult,
  type Tenant
} from "@telemark/core"
import { Effect, Result } from "effect"
import { type AnySend, makeRenderReact, type ReactNotRendered } from "./react.js"
import type { SendLike, TemplateSend } from "./templateData.js"
import type { GroupApi, RunAs, RunNow } from "./operations.js"
import { inHostTransactionNow, type PreparedEmail, type SendInOptions } from "./transaction.js"

/** What a single send would have resolved to, or rejected with. */
export type BatchEntry =
  | { readonly result: SendResult; readonly error?: undefined }
  | { readonly error: SendError | ReactNotRendered; readonly result?: undefined }

export interface BatchResult {
  /** In the order of the sends. */
  readonly data: ReadonlyArray<BatchEntry>
}

/** One tenant's mail. */
export interface EmailsApi extends Omit<GroupApi<"emails">, "send" | "sendBatch"> {
  /** When it resolves, the messages are on disk; with a `transaction`, once you commit that. */
  readonly send: <Id extends string = string>(
    request: TemplateSend<Id>,
    options?: SendInOptions
  ) => Promise<SendResult>
  /**
   * Prepares a send for a transaction of better-sqlite3, whose functions can't await: validates it
   * and renders its template. Nothing is accepted until you call the result's `send`; call it soon.
   */
  readonly prepare: <Id extends string = string>(
    request: TemplateSend<Id>,
    options?: SendOptions
  ) => Promise<PreparedEmail>
  /**
   * Accepts 1 to 100 independent sends. An `idempotencyKey` makes it safe to repeat the whole
   * batch.
   */
  readonly sendBatch: <const Requests extends ReadonlyArray<AnySend>>(
    requests: Requests & { readonly [Index in keyof Requests]: SendLike<Requests[Index]> },
    options?: SendInOptions
  ) => Promise<BatchResult>
}

const renderReact = makeRenderReact()

/** JavaScript callers may pass anything. */
const isBatch = (requests: unknown): boolean =>
  Array.isArray(requests) && requests.length <= maxBatch

/** Undefined if the list is invalid, for core to refuse. */
const renderAll = (requests: ReadonlyArray<AnySend>) =>
  isBatch(requests)
    ? Effect.forEach(requests, (request) => Effect.result(renderReact(request)))
    : Effect.succeed(undefined)

/**
 * Stands for an entry whose element can't be rendered, so that later entries keep their idempotency
 * keys. Core refuses it.
 */
const refused: SendRequest = { to: [], text: "" }

const entryOf = (one: Result.Result<SendResult, NonNullable<BatchEntry["error"]>>): BatchEntry =>
  Result.match(one, { onFailure: (error) => ({ error }), onSuccess: (result) => ({ result }) })

const sendBatch = (
  tenant: Tenant,
  requests: ReadonlyArray<AnySend>,
  options: SendOptions | undefined
) =>
  Effect.gen(function* () {
    const emails = yield* Emails
    const rendered = yield* renderAll(requests)
    const accepted = yield* emails.sendBatch(
      tenant,
      rendered?.map(Result.getOrElse(() => refused)) ?? (requests as ReadonlyArray<SendRequest>),
      options
    )
    return {
      data: accepted.map((one, index) =>
        entryOf(Result.flatMap(rendered?.[index] ?? Result.succeed(undefined), () => one))
      )
    }
  })

export const makeEmailsApi = (
  derived: GroupApi<"emails">,
  as: RunAs,
  runNow: RunNow
): EmailsApi => ({
  ...derived,
  send: (request, options) =>
    as(
      (tenant) =>
        Effect.flatMap(Emails, (emails) =>
          Effect.flatMap(renderReact(request), (ready) => emails.send(tenant, ready, options))
        ),
      options?.transaction
    ),
  prepare: async (request, options) => {
    const sending = await as((tenant) =>
      Effect.flatMap(Emails, (emails) =>
        Effect.flatMap(renderReact(request), (ready) => emails.prepare(tenant, ready, options))
      )
    )
    return { send: (transaction) => runNow(inHostTransactionNow(transaction, sending)) }
  },
  sendBatch: (requests, options) =>
    as((tenant) => sendBatch(tenant, requests, options), options?.transaction)
})
