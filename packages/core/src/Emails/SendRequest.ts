import { Schema } from "effect"
import { Recipient, Sender } from "../Addresses/index.js"
import { Locale } from "../Templates/index.js"
import { InstantOrDate } from "../Time/index.js"
import { fitsOctets, JsonObject, largestContent, longestSubject, maxFreeForm, maxMembers, StorableText } from "../Validation/index.js"
import { AttachmentInputs } from "./AttachmentInput.js"
import { headerProblems, mostFields, tooManyFields } from "./headers.js"
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
const metadataTooLarge = `must be at most ${String(largestMetadata)} characters of JSON`

/** Kept with each recipient's message: it is there to find one's own records by, not to hold them. */
const Metadata = JsonObject.pipe(
  Schema.filter(
    (metadata) =>
      JSON.stringify(metadata).length <= largestMetadata ? undefined : metadataTooLarge,
    // Each member and each entry takes a character at the least.
    { jsonSchema: {}, ...maxFreeForm({ members: largestMetadata, items: largestMetadata, characters: largestMetadata, message: metadataTooLarge }) }
  )
)

const Headers = Schema.Record({ key: Schema.String, value: Schema.String }).pipe(
  Schema.filter(
    (headers) => headerProblems(headers).map(([name, message]) => ({ path: name === "" ? [] : [name], message })),
    { jsonSchema: {}, ...maxMembers(mostFields, tooManyFields) }
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

const addresses = (least: number) => oneOrMany(Recipient, "an email address", "email addresses", least, mostRecipients)
const mailboxes = oneOrMany(Sender, "an address such as a@example.com or Name <a@example.com>,", "such addresses", 1, 10)

/** What is wrong with what a mail says; undefined if it is fine. */
const contentProblem = ({ html, template_id, text }: { readonly [Member in "html" | "template_id" | "text"]?: string | undefined }): string | undefined => {
  const isOwn = html !== undefined || text !== undefined
  if (template_id === undefined) return isOwn ? undefined : "must have a template_id, or html, text or both"
  return isOwn ? "must have either a template_id, or html, text or both: a template has its own" : undefined
}

/** What was given as one entry or as a list of them, as a list. */
export const listOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

const Members = Schema.Struct({
  /** `a@b.c` or `Name <a@b.c>`: the mail shows the name, everything else has the address alone. */
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
  /** Beside `html`, what is shown where html isn't; without it, that is made from the html. */
  text: Schema.optional(Content),
  attachments: Schema.optional(AttachmentInputs),
  metadata: Schema.optional(Metadata),
  /** By these the email is found again: `GET /emails?tag=name:value`. */
  tags: Schema.optional(Tags),
  headers: Schema.optional(Headers),
  /** When it is to be sent, at most 30 days ahead; an instant that is over means at once. */
  scheduled_at: Schema.optional(InstantOrDate)
})

/** What the members of a send are called. */
export const sendMembers: ReadonlyArray<string> = Object.keys(Members.fields)

/** What a mail says: a template; or html, perhaps with its plain alternative; or text. */
export type SendContent =
  | { readonly template_id: string; readonly html?: undefined; readonly text?: undefined }
  | { readonly template_id?: undefined; readonly html: string; readonly text?: string | undefined }
  | { readonly template_id?: undefined; readonly html?: string | undefined; readonly text: string }

/** All of a send but what it says. */
export type SendEnvelope = Omit<typeof Members.Type, keyof SendContent>

/** The body of POST /emails/send. In process, what a file holds may be octets instead of base64, and `scheduled_at` a Date. */
export type SendRequest = SendEnvelope & SendContent

const Checked = Members.pipe(
  Schema.filter(
    (request) => [
      contentProblem(request),
      [request.to, request.cc, request.bcc].flatMap(listOf).length <= mostRecipients
        ? undefined
        : `must have at most ${String(mostRecipients)} addresses in to, cc and bcc together`
    ],
    {
      identifier: "SendRequest",
      // In allOf, since oneOf would take the place of the members.
      jsonSchema: { allOf: [{ oneOf: [{ required: ["template_id"] }, { anyOf: [{ required: ["html"] }, { required: ["text"] }] }] }] }
    }
  )
)

// A filter that says what is wrong can't say what is right.
export const SendRequest = Checked as Schema.Schema<SendRequest>

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
  /** What was accepted but not as given: members that are no part of a send, header fields that the service writes itself or that don't work, variables without a value; and mail that will leave unsigned. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}
