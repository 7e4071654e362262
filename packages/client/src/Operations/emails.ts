import { get, post, type SendOptions } from "../Calls/index.js"
import type { Email, EmailList, EmailSummary, FindEmails, ListEmails, SendRequest, SendResult, Timeline } from "../Contract/index.js"
import { batchOf, type BatchResult } from "./batch.js"
import { encodeBatch, encodeSend } from "./encodeSend.js"
import type { Many, One, Promises, Runner, Style } from "./Style.js"

/** Sending mail, and following what became of it. */
export interface EmailsApi<S extends Style = Promises> {
  /**
   * Asks the service to send; once it has answered, the mail is stored there and will be tried. The call is repeated under an
   * Idempotency-Key of its own, so that nothing is sent twice. Calling again is another send, unless both calls have the same
   * `idempotencyKey`.
   */
  readonly send: (request: SendRequest, options?: SendOptions & S["options"]) => One<S, SendResult>
  /**
   * Asks for 1 to 100 sends, each by itself: one that is refused changes nothing for the others, and its entry has the error. The call
   * resolves all the same, so look at the entries. Repeated as `send` is, under one key for all.
   */
  readonly sendBatch: (requests: ReadonlyArray<SendRequest>, options?: SendOptions & S["options"]) => One<S, BatchResult>
  /** One message to one recipient, and how it stands. */
  readonly get: (id: string, options?: S["options"]) => One<S, Email>
  /** One page of messages, newest first. */
  readonly list: (request?: ListEmails, options?: S["options"]) => One<S, EmailList>
  /** All messages, newest first; pages are fetched as they are needed. */
  readonly all: (request?: FindEmails, options?: S["options"]) => Many<S, EmailSummary>
  /** Takes back a message that isn't sent yet, nor being sent; fails with `NotCancellable` where that is too late. */
  readonly cancel: (id: string, options?: S["options"]) => One<S, Email>
  /** What happened to one message, oldest first, how it stands and what comes next. */
  readonly events: (id: string, options?: S["options"]) => One<S, Timeline>
}

/** A copy of a list: its owner may change it before the answer comes, which has an entry for each of those that were sent. */
const copyOf = (requests: unknown): ReadonlyArray<unknown> | null => Array.isArray(requests) ? [...requests as ReadonlyArray<unknown>] : null

/** Sending, carried out by that runner. */
export const makeEmails = <S extends Style>({ many, one }: Runner<S>): EmailsApi<S> => ({
  send: (request, options) =>
    one(post(["emails", "send"], {
      body: request, encode: encodeSend, lists: "queued", repeat: "keyed", idempotencyKey: options?.idempotencyKey
    }), options),
  sendBatch: (requests, options) => {
    const body = copyOf(requests)
    return one(post(["emails", "batch"], {
      body, encode: encodeBatch, lists: "data", read: batchOf(body?.length ?? 0), repeat: "keyed", idempotencyKey: options?.idempotencyKey
    }), options)
  },
  get: (id, options) => one(get(["emails", id], { has: "status" }), options),
  list: (request, options) => one(get(["emails"], { query: request, lists: "data" }), options),
  all: (request, options) => many((position) => get(["emails"], { query: { ...request, ...position }, lists: "data" }), options),
  cancel: (id, options) => one(post(["emails", id, "cancel"], { has: "status" }), options),
  events: (id, options) => one(get(["emails", id, "events"], { lists: "data" }), options)
})
