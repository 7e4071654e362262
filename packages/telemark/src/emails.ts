import { Emails, maxBatch, type SendError, type SendOptions, type SendRequest, type SendResult, type Tenant } from "@telemark/core"
import { Effect, Either } from "effect"
import { type AnySend, makeRenderReact, type ReactNotRendered } from "./react.js"
import type { SendLike, TemplateSend } from "./templateData.js"
import type { GroupApi, RunAs, RunNow } from "./operations.js"
import { inHostTransactionNow, type PreparedEmail, type SendInOptions } from "./transaction.js"

/** What became of one send of a batch: its result, or the error that a send of its own would have rejected with. */
export type BatchEntry =
  | { readonly result: SendResult; readonly error?: undefined }
  | { readonly error: SendError | ReactNotRendered; readonly result?: undefined }

/** Mail of one tenant. */
export interface EmailsApi extends Omit<GroupApi<"emails">, "send" | "sendBatch"> {
  /**
   * Accepts a send; once it resolves, the mails are on disk. With a `transaction` of yours they are part of that: on disk and owed once
   * you have committed it, and never sent if you roll it back.
   */
  readonly send: <Id extends string = string>(request: TemplateSend<Id>, options?: SendInOptions) => Promise<SendResult>
  /**
   * Makes a send ready for a transaction of better-sqlite3, whose functions can't await: checks it, and renders its template, as they are
   * now. Nothing is accepted before `send` of what it resolves with is called, which is to be soon.
   */
  readonly prepare: <Id extends string = string>(request: TemplateSend<Id>, options?: SendOptions) => Promise<PreparedEmail>
  /**
   * Accepts 1 to 100 sends, each for itself; the entries stand in their order. Rejects only if the list is no batch. With an
   * `idempotencyKey`, repeating the whole batch sends nothing twice.
   */
  readonly sendBatch: <const Requests extends ReadonlyArray<AnySend>>(
    requests: Requests & { readonly [Index in keyof Requests]: SendLike<Requests[Index]> },
    options?: SendInOptions
  ) => Promise<{ readonly data: ReadonlyArray<BatchEntry> }>
}

const renderReact = makeRenderReact()

/** Callers without a compiler may give anything. */
const isBatch = (requests: unknown): boolean => Array.isArray(requests) && requests.length <= maxBatch

/** Puts the elements of a batch into html; undefined if it is no batch, which is refused as it is. */
const renderAll = (requests: ReadonlyArray<AnySend>) =>
  isBatch(requests)
    ? Effect.forEach(requests, (request) => Effect.either(renderReact(request)))
    : Effect.succeed(undefined)

/** Stands in the place of an entry whose element couldn't be rendered, so that those behind it keep their keys: no send accepts it. */
const refused: SendRequest = { to: [], text: "" }

const entryOf = (one: Either.Either<SendResult, NonNullable<BatchEntry["error"]>>): BatchEntry =>
  Either.match(one, { onLeft: (error) => ({ error }), onRight: (result) => ({ result }) })

const sendBatch = (tenant: Tenant, requests: ReadonlyArray<AnySend>, options: SendOptions | undefined) =>
  Effect.gen(function*() {
    const emails = yield* Emails
    const rendered = yield* renderAll(requests)
    const accepted = yield* emails.sendBatch(tenant, rendered?.map(Either.getOrElse(() => refused)) ?? requests as ReadonlyArray<SendRequest>, options)
    return { data: accepted.map((one, index) => entryOf(Either.flatMap(rendered?.[index] ?? Either.right(undefined), () => one))) }
  })

/** The mail of one tenant as promises. */
export const makeEmailsApi = (derived: GroupApi<"emails">, as: RunAs, runNow: RunNow): EmailsApi => ({
  ...derived,
  send: (request, options) =>
    as(
      (tenant) => Effect.flatMap(Emails, (emails) => Effect.flatMap(renderReact(request), (ready) => emails.send(tenant, ready, options))),
      options?.transaction
    ),
  prepare: async (request, options) => {
    const sending = await as((tenant) =>
      Effect.flatMap(Emails, (emails) => Effect.flatMap(renderReact(request), (ready) => emails.prepare(tenant, ready, options))))
    return { send: (transaction) => runNow(inHostTransactionNow(transaction, sending)) }
  },
  sendBatch: (requests, options) => as((tenant) => sendBatch(tenant, requests, options), options?.transaction)
})
