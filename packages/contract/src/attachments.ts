import { Schema, SchemaTransformation } from "effect"
import { Base64 } from "effect/encoding"
import { optional, required } from "./members.js"
import { checkedText, StorableText, wordedRule } from "./validation/text.js"

const maxFiles = 50

const takesName = "must be 1 to 255 characters without control characters and slashes"

const Filename = StorableText.pipe(
  Schema.check(
    Schema.makeFilter(
      (name) => (/^[^\p{Cc}/\\]{1,255}$/u.test(name) && name.length <= 255 ? undefined : takesName),
      {
        jsonSchema: { minLength: 1, maxLength: 255, examples: ["invoice.pdf"] }
      }
    )
  )
)

const token = "[A-Za-z0-9!#$&^_.+-]{1,127}"
const parameter = ` *; *${token}=(?:${token}|"[A-Za-z0-9 !#-\\[\\]-~]{0,200}")`
const mediaType = new RegExp(`^${token}/${token}(?:${parameter}){0,5}$`)

/**
 * Multiparts, whose boundary the composer chooses, and parts of messages (RFC 2046 5.2.2, 5.2.3).
 */
const isNoFile = (type: string): boolean =>
  /^(?:multipart\/|message\/(?:partial|external-body)(?![^;\s]))/i.test(type)

const ContentType = checkedText(
  (type) => {
    if (type.length > 255 || !mediaType.test(type))
      return "must be a media type such as application/pdf"
    return isNoFile(type)
      ? "must be the type of a whole file; use application/octet-stream for multiparts and partial messages"
      : undefined
  },
  { jsonSchema: { type: "string", examples: ["application/pdf"] } }
)

/** Both sides of the @ of an RFC 5322 msg-id. The @ is optional here. */
export const contentId = /^[A-Za-z0-9!#$&'*+=?^_`{|}~.@-]{1,200}$/

const ContentId = checkedText(
  (id) =>
    contentId.test(id)
      ? undefined
      : "must be 1 to 200 letters, digits and marks without blanks and angle brackets, such as logo",
  {
    jsonSchema: { type: "string", examples: ["logo"] }
  }
)

const StringOrOctets = Schema.Union([Schema.String, Schema.Uint8Array])

/**
 * Base64 on the wire, in process also octets; validated once, when it is decoded. The own message
 * keeps megabytes out of errors.
 */
export const Base64OrOctets = StringOrOctets.pipe(
  Schema.decodeTo(
    StringOrOctets,
    SchemaTransformation.transform({
      decode: (content) => content,
      encode: (content) => (typeof content === "string" ? content : Base64.encode(content))
    })
  )
).annotate({
  message: "must be base64",
  jsonSchema: { type: "string", contentEncoding: "base64" }
})

const File = Schema.Struct({
  filename: required(Filename, "The name of the file."),
  content: required(
    Base64OrOctets,
    "The content, in base64. All files of a send together have at most 10 MiB."
  ),
  content_type: optional(ContentType, "The media type; by default it follows from the filename."),
  content_id: optional(
    ContentId,
    'The id by which the html shows the file, as in `<img src="cid:logo">`; the file is then not listed as an attachment.'
  )
})

export const attachmentMembers: ReadonlyArray<string> = Object.keys(File.fields)

export const AttachmentInput = File.annotate({
  identifier: "Attachment",
  message: "must be an object"
})
export type AttachmentInput = typeof AttachmentInput.Type

const repeated = (files: ReadonlyArray<AttachmentInput>) => {
  const seen = new Set<string>()
  return files.flatMap(({ content_id }, index) => {
    if (content_id === undefined) return []
    const isKnown = seen.has(content_id)
    seen.add(content_id)
    return isKnown ? [{ path: [index, "content_id"], issue: "is given more than once" }] : []
  })
}

export const AttachmentInputs = Schema.Array(AttachmentInput)
  .annotate({ message: "must be a list of files" })
  .pipe(
    Schema.check(
      Schema.isMaxLength(maxFiles, { message: `must be at most ${String(maxFiles)} files` })
    ),
    Schema.check(wordedRule(repeated))
  )
