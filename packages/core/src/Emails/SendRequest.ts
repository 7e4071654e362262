import { Schema } from "effect"
import { Address, Sender } from "../Addresses/index.js"
import { Locale } from "../Templates/index.js"
import { InstantText } from "../Time/index.js"
import { fitsOctets, JsonObject, largestContent, longestSubject, StorableText } from "../Validation/index.js"
import { AttachmentInputs } from "./AttachmentInput.js"
import { headerProblems } from "./headers.js"
import { Tags } from "./tags.js"

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

const mostRecipients = 50

/** One entry, or a list of `least` to `most` of them. */
const oneOrMany = <A extends string>(item: Schema.Schema<A>, one: string, many: string, least: number, most: number) => {
  const takes = `${one} or a list of ${least === 0 ? "at most" : `${String(least)} to`} ${String(most)} ${many}`
  const says = { message: () => `must be ${takes}` }
  // Told like a type's own mismatch, so that it gives way where a single entry was meant and is wrong.
  const list = Schema.Array(item).annotations({ message: () => `Expected ${takes}` })
  // A list of at least nothing is none to `minItems`.
  return Schema.Union(item, (least === 0 ? list : list.pipe(Schema.minItems(least, says))).pipe(Schema.maxItems(most, says)))
}

const addresses = (least: number) => oneOrMany(Address, "an email address", "email addresses", least, mostRecipients)
const mailboxes = oneOrMany(Sender, "an address such as a@example.com or Name <a@example.com>,", "such addresses", 1, 10)

const contents = ["template_id", "html", "text"] as const

/** What was given as one entry or as a list of them, as a list. */
export const listOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

/** The body of POST /emails/send. In process, what a file holds may be octets instead of base64. */
export const SendRequest = Schema.Struct({
  to: addresses(1),
  /** With it, or with `bcc`, everybody gets one and the same mail and sees `to` and `cc`; otherwise each gets one of its own. */
  cc: Schema.optional(addresses(0)),
  /** These get the mail, and nobody sees them in it. */
  bcc: Schema.optional(addresses(0)),
  from: Schema.optional(Sender),
  reply_to: Schema.optional(mailboxes),
  subject: Schema.optional(Subject),
  template_id: Schema.optional(StorableText.pipe(Schema.minLength(1), Schema.maxLength(50))),
  data: Schema.optional(JsonObject),
  /** Which language of the template; it falls back from `de-AT` to `de` to the template itself. */
  locale: Schema.optional(Locale),
  html: Schema.optional(Content),
  text: Schema.optional(Content),
  attachments: Schema.optional(AttachmentInputs),
  metadata: Schema.optional(Metadata),
  /** By these the email is found again: `GET /emails?tag=name:value`. */
  tags: Schema.optional(Tags),
  headers: Schema.optional(Headers),
  /** When it is to be sent, at most 30 days ahead; an instant that is over means at once. */
  scheduled_at: Schema.optional(InstantText)
}).pipe(
  Schema.filter(
    (request) => [
      contents.filter((field) => request[field] !== undefined).length === 1
        ? undefined
        : "must have exactly one of template_id, html and text",
      [request.to, request.cc, request.bcc].flatMap(listOf).length <= mostRecipients
        ? undefined
        : `must have at most ${String(mostRecipients)} addresses in to, cc and bcc together`
    ],
    { identifier: "SendRequest", jsonSchema: {} }
  )
)
export type SendRequest = typeof SendRequest.Type

/** How many sends a batch has at most. */
export const largestBatch = 100

const fromOneToAll = { message: () => `must be a list of 1 to ${String(largestBatch)} sends` }

/** A batch of such entries. */
export const batchOf = <A, I>(entry: Schema.Schema<A, I>) =>
  Schema.Array(entry).annotations(fromOneToAll).pipe(Schema.minItems(1, fromOneToAll), Schema.maxItems(largestBatch, fromOneToAll))

/** The body of POST /emails/batch. */
export const SendBatch = Schema.Struct({ emails: batchOf(SendRequest) }).annotations({ identifier: "SendBatch" })
export type SendBatch = typeof SendBatch.Type

/** One recipient of a send, and the id under which its message is followed. */
export interface QueuedEmail {
  readonly id: string
  readonly recipient: string
  readonly status: "queued"
}

/** The answer to a send: what was queued, and which addresses were left out because they are suppressed. */
export interface SendResult {
  /** In the order of to, cc and bcc. */
  readonly queued: ReadonlyArray<QueuedEmail>
  readonly suppressed: ReadonlyArray<string>
  /** True if this repeats the answer to an earlier send with the same Idempotency-Key. */
  readonly idempotent_replay: boolean
  /** What was accepted but not as given: header fields that the service writes itself. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}
