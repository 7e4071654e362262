import { Schema } from "effect"
import { Address, Sender } from "../Addresses/index.js"
import { Locale } from "../Templates/index.js"
import { fitsOctets, JsonObject, largestContent, longestSubject, StorableText } from "../Validation/index.js"
import { headerProblems } from "./headers.js"

const Content = Schema.String.pipe(
  Schema.filter(
    (text) =>
      fitsOctets(text, largestContent)
        ? undefined
        : `must be at most ${String(largestContent)} octets; host large images and files elsewhere and link to them`,
    { jsonSchema: { type: "string" } }
  )
)

const Subject = Schema.String.pipe(Schema.maxLength(longestSubject, { message: () => `must be at most ${String(longestSubject)} characters` }))

const largestMetadata = 16 * 1024

/** Kept with each recipient's message: it is there to find one's own records by, not to hold them. */
const Metadata = JsonObject.pipe(
  Schema.filter(
    (metadata) =>
      JSON.stringify(metadata).length <= largestMetadata ? undefined : `must be at most ${String(largestMetadata)} characters of JSON`,
    { jsonSchema: {} }
  )
)

const Headers = Schema.Record({ key: Schema.String, value: Schema.String }).pipe(
  Schema.filter(
    (headers) => headerProblems(headers).map(([name, message]) => ({ path: name === "" ? [] : [name], message })),
    { jsonSchema: {} }
  )
)

const recipients = "an email address or a list of 1 to 50 email addresses"
const fromOneToFifty = { message: () => `must be ${recipients}` }

/** Told like a type's own mismatch, so that it gives way where a single address was meant and is wrong. */
const Addresses = Schema.Array(Address).annotations({ message: () => `Expected ${recipients}` })

const contents = ["template_id", "html", "text"] as const

/** The body of POST /emails/send. */
export const SendRequest = Schema.Struct({
  to: Schema.Union(Address, Addresses.pipe(Schema.minItems(1, fromOneToFifty), Schema.maxItems(50, fromOneToFifty))),
  from: Schema.optional(Sender),
  subject: Schema.optional(Subject),
  template_id: Schema.optional(StorableText.pipe(Schema.minLength(1), Schema.maxLength(50))),
  data: Schema.optional(JsonObject),
  /** Which language of the template; it falls back from `de-AT` to `de` to the template itself. */
  locale: Schema.optional(Locale),
  html: Schema.optional(Content),
  text: Schema.optional(Content),
  metadata: Schema.optional(Metadata),
  headers: Schema.optional(Headers)
}).pipe(
  Schema.filter(
    (request) =>
      contents.filter((field) => request[field] !== undefined).length === 1
        ? undefined
        : "must have exactly one of template_id, html and text",
    { identifier: "SendRequest", jsonSchema: {} }
  )
)
export type SendRequest = typeof SendRequest.Type

/** One recipient of a send, and the id under which its message is followed. */
export interface QueuedEmail {
  readonly id: string
  readonly recipient: string
  readonly status: "queued"
}

/** The answer to a send: what was queued, and which addresses were left out because they are suppressed. */
export interface SendResult {
  readonly queued: ReadonlyArray<QueuedEmail>
  readonly suppressed: ReadonlyArray<string>
  /** True if this repeats the answer to an earlier send with the same Idempotency-Key. */
  readonly idempotent_replay: boolean
  /** What was accepted but not as given: header fields that the service writes itself. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}
