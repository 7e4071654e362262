import { Schema } from "effect"
import { Recipient, Sender } from "../Addresses/index.js"
import { optional, required } from "../members.js"
import { Locale } from "../Templates/index.js"
import { InstantOrDate } from "../Time/index.js"
import { fitsOctets, JsonObject, maxContent, maxSubjectLength, maxFreeForm, StorableText } from "../Validation/index.js"
import { AttachmentInputs } from "./AttachmentInput.js"
import { Headers } from "./headers.js"
import { Tags } from "./tags.js"

const Content = Schema.String.pipe(
  Schema.filter(
    (text) =>
      fitsOctets(text, maxContent)
        ? undefined
        : `must be at most ${String(maxContent)} octets; host large images and files elsewhere and link to them`,
    { jsonSchema: { type: "string", maxLength: maxContent } }
  )
)

const Subject = Schema.String.pipe(Schema.maxLength(maxSubjectLength, { message: () => `must be at most ${String(maxSubjectLength)} characters` }))

const maxMetadata = 16 * 1024
const metadataTooLarge = `must be at most ${String(maxMetadata)} characters of JSON`

/** Kept with each recipient's message. It should refer to the caller's records rather than contain them. */
const Metadata = JsonObject.pipe(
  Schema.filter(
    (metadata) =>
      JSON.stringify(metadata).length <= maxMetadata ? undefined : metadataTooLarge,
    // Each member and each entry takes at least one character.
    { jsonSchema: {}, ...maxFreeForm({ members: maxMetadata, items: maxMetadata, characters: maxMetadata, message: metadataTooLarge }) }
  )
)

const maxRecipients = 50

/** Accepts one entry, or a list of `least` to `max` of them. */
const oneOrMany = <A extends string>(item: Schema.Schema<A>, one: string, many: string, min: number, max: number) => {
  const takes = `${one} or a list of ${min === 0 ? "at most" : `${String(min)} to`} ${String(max)} ${many}`
  const says = { message: () => `must be ${takes}` }
  // Worded like a type mismatch, so that it yields to the entry's own message when a single entry was meant.
  const list = Schema.Array(item).annotations({ message: () => `Expected ${takes}` })
  // `minItems` doesn't accept 0.
  return Schema.Union(item, (min === 0 ? list : list.pipe(Schema.minItems(min, says))).pipe(Schema.maxItems(max, says)))
}

const addresses = (min: number) => oneOrMany(Recipient, "an email address", "email addresses", min, maxRecipients)
const mailboxes = oneOrMany(Sender, "an address such as a@example.com or Name <a@example.com>,", "such addresses", 1, 10)

/** Checks that a send has either a template, or html, text or both; undefined if it does. */
const contentProblem = ({ html, template_id, text }: { readonly [Member in "html" | "template_id" | "text"]?: string | undefined }): string | undefined => {
  const isOwn = html !== undefined || text !== undefined
  if (template_id === undefined) return isOwn ? undefined : "must have a template_id, or html, text or both"
  return isOwn ? "must have either a template_id, or html, text or both: a template has its own" : undefined
}

/** Wraps a single entry in a list. */
export const listOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

const Members = Schema.Struct({
  to: required(addresses(1), "Who gets it: `a@example.com` or `Name <a@example.com>`, or a list. The mail shows the name, everything else has the address alone. `to`, `cc` and `bcc` hold 1 to 50 together."),
  cc: optional(addresses(0), "With `cc` or `bcc`, everybody gets one and the same mail and sees `to` and `cc`; otherwise each recipient gets one of their own."),
  bcc: optional(addresses(0), "These get the mail, and nobody sees them in it."),
  from: optional(Sender, "`a@example.com` or `Name <a@example.com>`; by default the tenant's sender."),
  reply_to: optional(mailboxes, "Where answers go: a mailbox like `from`, or a list of 1 to 10."),
  subject: optional(Subject, "By default the template's, or empty."),
  template_id: optional(StorableText.pipe(Schema.minLength(1), Schema.maxLength(50)), "The template that the mail is made from, instead of `html` and `text`."),
  data: optional(JsonObject, "What the template's merge tags stand for. At most 64 levels deep, 20,000 members and 2 MiB."),
  locale: optional(Locale, "Which language of the template; it falls back from `de-AT` to `de` to the template itself."),
  html: optional(Content, "At most 1 MiB."),
  text: optional(Content, "At most 1 MiB. Beside `html`, what is shown where html isn't; without it, that is made from the html."),
  attachments: optional(AttachmentInputs, "Files that go along: at most 50, which hold 10 MiB together."),
  metadata: optional(Metadata, "Kept with each message; events carry it. At most 16 KiB as JSON."),
  tags: optional(Tags, "At most 10 names with values, by which messages are found again: `GET /emails?tag=name:value`."),
  headers: optional(Headers, "Further header fields: at most 50, which hold 16 KiB together. Fields that the service writes itself are left out, and named in `warnings`."),
  scheduled_at: optional(InstantOrDate, "When it is to be sent, at most 30 days ahead; an instant that is over means at once.")
})

/** Names of a send's members. */
export const sendMembers: ReadonlyArray<string> = Object.keys(Members.fields)

/** The content of a send: a template; or html with an optional plain text; or text. */
export type SendContent =
  | { readonly template_id: string; readonly html?: undefined; readonly text?: undefined }
  | { readonly template_id?: undefined; readonly html: string; readonly text?: string | undefined }
  | { readonly template_id?: undefined; readonly html?: string | undefined; readonly text: string }

/** A send without its content. */
export type SendEnvelope = Omit<typeof Members.Type, keyof SendContent>

/** The body of POST /emails/send. In process, an attachment's content may be octets instead of base64, and `scheduled_at` a Date. */
export type SendRequest = SendEnvelope & SendContent

const Checked = Members.pipe(
  Schema.filter(
    (request) => [
      contentProblem(request),
      [request.to, request.cc, request.bcc].flatMap(listOf).length <= maxRecipients
        ? undefined
        : `must have at most ${String(maxRecipients)} addresses in to, cc and bcc together`
    ],
    {
      identifier: "SendRequest",
      // In allOf, because oneOf would replace the members.
      jsonSchema: { allOf: [{ oneOf: [{ required: ["template_id"] }, { anyOf: [{ required: ["html"] }, { required: ["text"] }] }] }] }
    }
  )
)

// The filter's type can't express the union.
export const SendRequest = Checked as Schema.Schema<SendRequest>

/** Maximum number of sends in a batch. */
export const maxBatch = 100

const fromOneToAll = { message: () => `must be a list of 1 to ${String(maxBatch)} sends` }

/** Schema of a batch with this schema for its entries. */
export const batchOf = <A, I>(entry: Schema.Schema<A, I>) =>
  Schema.Array(entry).annotations(fromOneToAll).pipe(Schema.minItems(1, fromOneToAll), Schema.maxItems(maxBatch, fromOneToAll))

/** The body of POST /emails/batch. */
export const SendBatch = Schema.Struct({
  emails: batchOf(SendRequest).annotations({ description: "1 to 100 sends, each for itself." })
}).annotations({ identifier: "SendBatch" })
export type SendBatch = typeof SendBatch.Type
