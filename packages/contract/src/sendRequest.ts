import { Schema } from "effect"
import { AttachmentInputs, Base64OrOctets } from "./attachments.js"
import { Headers } from "./headers.js"
import { givenMembers } from "./keptMembers.js"
import { Locale } from "./locales.js"
import { Recipient, Sender } from "./mailbox.js"
import { optional, required } from "./members.js"
import { StoreContent } from "./emailContent.js"
import { MissingData } from "./templates.js"
import { fitsOctets, maxContent, maxSubjectLength } from "./textRules.js"
import { InstantOrDate } from "./time.js"
import { Track } from "./tracking.js"
import { checkedText, JsonObject, StorableText } from "./validation/text.js"

const HtmlOrText = checkedText(
  (text) =>
    fitsOctets(text, maxContent)
      ? undefined
      : `must be at most ${String(maxContent)} octets; host large images and files elsewhere and link to them`,
  { jsonSchema: { type: "string", maxLength: maxContent } }
)

const Subject = Schema.String.pipe(
  Schema.check(
    Schema.isMaxLength(maxSubjectLength, {
      message: `must be at most ${String(maxSubjectLength)} characters`
    })
  )
)

const maxRecipients = 50

const oneOrMany = <A extends string>(
  item: Schema.Codec<A>,
  one: string,
  many: string,
  min: number,
  max: number
) => {
  const takes = `${one} or a list of ${min === 0 ? "at most" : `${String(min)} to`} ${String(max)} ${many}`
  const says = { message: `must be ${takes}` }
  // Not a message of our own, so that it yields to the entry's when a single entry was meant.
  const list = Schema.Array(item).annotate({ expected: takes })
  // `minItems` doesn't accept 0.
  return Schema.Union([
    item,
    (min === 0 ? list : list.pipe(Schema.check(Schema.isMinLength(min, says)))).pipe(
      Schema.check(Schema.isMaxLength(max, says))
    )
  ])
}

const addresses = (min: number) =>
  oneOrMany(Recipient, "an email address", "email addresses", min, maxRecipients)
const mailboxes = oneOrMany(
  Sender,
  "an address such as a@example.com or Name <a@example.com>,",
  "such addresses",
  1,
  10
)

/** What a complete mail has already, or what would change it. */
const besideRaw = [
  "from",
  "cc",
  "bcc",
  "reply_to",
  "subject",
  "template_id",
  "data",
  "missing",
  "locale",
  "html",
  "text",
  "attachments",
  "track",
  "headers"
] as const

type Content = {
  readonly [Member in (typeof besideRaw)[number]]?: unknown
} & { readonly raw?: string | Uint8Array | undefined }

const contentProblem = (request: Content): string | undefined => {
  const { html, raw, template_id, text } = request
  if (raw !== undefined) {
    const beside = besideRaw.filter((member) => request[member] !== undefined)
    return beside.length === 0
      ? undefined
      : `must not have ${beside.join(", ")} beside raw, which is the whole mail`
  }
  const isOwn = html !== undefined || text !== undefined
  if (template_id === undefined)
    return isOwn ? undefined : "must have a template_id, or html, text or both"
  return isOwn
    ? "must have either a template_id, or html, text or both: a template has its own html and text"
    : undefined
}

export const listOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : given

const Members = Schema.Struct({
  to: required(
    addresses(1),
    "The recipients: `a@example.com` or `Name <a@example.com>`, or a list. Only the mail shows the names; everything else has just the addresses. `to`, `cc` and `bcc` together have 1 to 50."
  ),
  cc: optional(
    addresses(0),
    "With `cc` or `bcc`, all recipients get the same mail and see `to` and `cc`; otherwise each recipient gets a separate mail."
  ),
  bcc: optional(addresses(0), "These recipients get the mail, but it doesn't show them."),
  from: optional(
    Sender,
    "`a@example.com` or `Name <a@example.com>`; by default the tenant's sender."
  ),
  reply_to: optional(
    mailboxes,
    "The address for replies: a mailbox like `from`, or a list of 1 to 10."
  ),
  subject: optional(Subject, "The subject; by default the template's, or empty."),
  template_id: optional(
    StorableText.pipe(Schema.check(Schema.isMinLength(1)), Schema.check(Schema.isMaxLength(50))),
    "The id of the template for the mail, instead of `html` and `text`."
  ),
  data: optional(
    JsonObject,
    "The values for the template's merge tags. At most 64 levels deep, 20,000 members and 2 MiB."
  ),
  missing: optional(
    MissingData,
    "What to do if `data` lacks a variable that the template declares without a default; by default what the tenant's `missing` says."
  ),
  store: optional(
    StoreContent,
    "For how long what the mail says is stored; by default what the tenant's `store` says."
  ),
  locale: optional(
    Locale,
    "The language of the template; it falls back from `de-AT` to `de` to the template itself."
  ),
  html: optional(HtmlOrText, "The HTML, at most 1 MiB."),
  text: optional(
    HtmlOrText,
    "The plain text, at most 1 MiB. With `html`, it is the alternative for mail programs that show no html; by default it is made from the html."
  ),
  attachments: optional(
    AttachmentInputs,
    "Attached files: at most 50, with at most 10 MiB together."
  ),
  raw: optional(
    Base64OrOctets,
    "A complete mail (RFC 5322), in base64, instead of all that it is made of: `to` is its envelope, and its From field the sender. It is sent as it is, but for line ends, a signature, a Date and Message-ID if it has none, and fields that `warnings` names. At most 14 MiB; over HTTP, as much as fits into a body of 15 MiB."
  ),
  ...givenMembers,
  track: optional(
    Track,
    "Whether to track opens and clicks of the html; by default what the tenant has set with `PUT /tracking`."
  ),
  headers: optional(
    Headers,
    "Additional header fields: at most 50, with at most 16 KiB together. Fields that the service writes itself are left out, and `warnings` names them."
  ),
  scheduled_at: optional(
    InstantOrDate,
    "When to send it, at most 30 days ahead; an instant in the past means at once."
  )
})

export const sendMembers: ReadonlyArray<string> = Object.keys(Members.fields)

interface No {
  readonly raw?: undefined
  readonly template_id?: undefined
  readonly html?: undefined
  readonly text?: undefined
}

/** A template; or html with an optional plain text; or text; or a complete mail. */
export type SendContent =
  | (Omit<No, "template_id"> & { readonly template_id: string })
  | (Omit<No, "html" | "text"> & {
      readonly html: string
      readonly text?: string | undefined
    })
  | (Omit<No, "html" | "text"> & {
      readonly html?: string | undefined
      readonly text: string
    })
  | (Omit<No, "raw"> & { readonly raw: string | Uint8Array })

export type SendEnvelope = Omit<typeof Members.Type, keyof No>

/** In process, `raw` and an attachment's content may be octets, and `scheduled_at` a Date. */
export type SendRequest = SendEnvelope & SendContent

const Checked = Members.pipe(
  Schema.check(
    Schema.makeFilter(
      (request) =>
        [
          contentProblem(request),
          [request.to, request.cc, request.bcc].flatMap(listOf).length <= maxRecipients
            ? undefined
            : `must have at most ${String(maxRecipients)} addresses in to, cc and bcc together`
        ].filter((problem) => problem !== undefined),
      {
        identifier: "SendRequest",
        // In allOf, because oneOf would replace the members.
        jsonSchema: {
          allOf: [
            {
              oneOf: [
                { required: ["template_id"] },
                { anyOf: [{ required: ["html"] }, { required: ["text"] }] },
                { required: ["raw"] }
              ]
            }
          ]
        }
      }
    )
  )
)

// The filter's type can't express the union.
export const SendRequest = Checked as Schema.Codec<SendRequest>
