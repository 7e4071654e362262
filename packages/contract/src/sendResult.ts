import { Schema } from "effect"
import { defineError, members, retryAfter } from "./defineError.js"
import { anyObject, flag, list, named, text, texts } from "./members.js"
import { SendRequest } from "./sendRequest.js"

export const maxBatch = 100

const fromOneToAll = { message: `must be a list of 1 to ${String(maxBatch)} sends` }

export const batchOf = <S extends Schema.Top>(entry: S) =>
  Schema.Array(entry)
    .annotate(fromOneToAll)
    .pipe(
      Schema.check(Schema.isMinLength(1, fromOneToAll)),
      Schema.check(Schema.isMaxLength(maxBatch, fromOneToAll))
    )

export const SendBatch = named("SendBatch", {
  emails: batchOf(SendRequest).annotate({
    description: "1 to 100 sends, each independent of the others."
  })
})
export type SendBatch = typeof SendBatch.Type

export const QueuedEmail = named("QueuedEmail", {
  id: text("The message's id."),
  recipient: text("The recipient's address."),
  status: Schema.Literal("queued")
})
export type QueuedEmail = typeof QueuedEmail.Type

const sendResult = {
  queued: list(
    QueuedEmail,
    "One message for each recipient, in the order of `to`, `cc` and `bcc`."
  ),
  suppressed: texts("Addresses that were left out because they are suppressed."),
  idempotent_replay: flag(
    "Whether this repeats the answer to an earlier send with the same Idempotency-Key; if so, nothing was sent."
  ),
  warnings: Schema.optional(
    texts(
      "Parts of the request that were accepted but changed or ignored: unknown members, header fields that the service writes itself or that don't work, variables without a value; also mail that will be sent unsigned."
    )
  ),
  warning: Schema.optional(
    text("On a replay whose body differs from the first one's: nothing of this body was sent.")
  )
}

export const SendResult = named("SendResult", sendResult)
export type SendResult = typeof SendResult.Type

const AcceptedEntry = named("AcceptedEntry", {
  status: Schema.Literals([201, 200]).annotate({
    description: "The HTTP status that a separate send would have had."
  }),
  ...sendResult
})

const RefusedEntry = Schema.Struct({
  status: Schema.Number.annotate({
    jsonSchema: {
      type: "integer",
      minimum: 400,
      description: "The HTTP status that a separate send would have had."
    }
  }),
  error: text("The code of the error."),
  message: text("What is wrong and what to do about it, for people."),
  details: Schema.optional(anyObject("Further details of the error."))
}).annotate({
  identifier: "RefusedEntry",
  description:
    "Nothing of this entry was queued, unless its status is 500 or 503: then it may have been queued. Repeat the whole batch with its Idempotency-Key."
})

export const BatchResult = named("BatchResult", {
  data: Schema.Array(Schema.Union([AcceptedEntry, RefusedEntry])).annotate({
    description: "One result for each entry, in their order."
  })
})
export type BatchResult = typeof BatchResult.Type

export class MonthlyLimitExceeded extends defineError("MonthlyLimitExceeded", {
  status: 429,
  code: "Monthly email limit exceeded",
  description: "The month's quota is used up, or the whole send doesn't fit into the rest of it.",
  members: members<{
    /** Seconds until the first of next month, UTC. */
    readonly retryAfterSeconds: number
  }>(),
  message:
    "The monthly email limit is reached, or this send doesn't fit into the rest of it. Nothing was queued.",
  headers: retryAfter((error: { readonly retryAfterSeconds: number }) => error.retryAfterSeconds)
}) {}
