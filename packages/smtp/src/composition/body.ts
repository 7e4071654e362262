// Hot path (docs/hot-paths.md): one body for all recipients; a promise only beyond a time slice.
import type { Attachment, MessageBody, Steps } from "@telemark/core"
import { asUtf8InSteps, textInSteps } from "@telemark/html"
import { describeFile, describeInvitation, type FilePart } from "./file.js"
import { type FileEncoding, type Piece, toPiece } from "./pieces.js"
import { encodeText, type TransferEncoding } from "./transferEncoding.js"

/** Text that all messages of a send share, or the file with this index. */
type BodyPiece = string | { readonly file: number; readonly encoding: FileEncoding }

/**
 * A part of a mail (RFC 2046 5.1): its fields, each line ended by CRLF, and whole lines of content.
 */
interface Part {
  readonly fields: string
  readonly content: ReadonlyArray<BodyPiece>
}

/** `root` is the type of the first part, which `related` names (RFC 2387 3.1). */
const multipart = (
  subtype: "mixed" | "alternative" | "related",
  boundary: string,
  parts: ReadonlyArray<Part>,
  root?: string
): Part => ({
  fields: `Content-Type: multipart/${subtype};\r\n ${root === undefined ? "" : `type="${root}";\r\n `}boundary="${boundary}"\r\n`,
  content: [
    ...parts.flatMap(({ content, fields }): ReadonlyArray<BodyPiece> => [
      `--${boundary}\r\n${fields}\r\n`,
      ...content
    ]),
    `--${boundary}--\r\n`
  ]
})

const joined = (content: ReadonlyArray<BodyPiece>): ReadonlyArray<BodyPiece> => {
  const pieces: Array<BodyPiece> = []
  let text = ""
  for (const piece of content) {
    if (typeof piece === "string") {
      text += piece
    } else {
      pieces.push(text, piece)
      text = ""
    }
  }
  return [...pieces, text]
}

/** What the messages of one send share. */
export interface ComposedBody {
  /** MIME-Version and Content-*, each line ended by CRLF. */
  readonly fields: string
  readonly content: ReadonlyArray<BodyPiece>
  /** The content in DKIM's relaxed form, if its parts have one and there are no files. */
  readonly relaxed?: string | undefined
}

const version = "MIME-Version: 1.0\r\n"

/** An encoded text with its fields. The content may lack its last line end. */
export interface EncodedPart {
  readonly fields: string
  readonly content: string
  /** The content in DKIM's relaxed form, if it was made already. */
  readonly relaxed?: string | undefined
}

/** The texts of a mail. Undefined: there is none of that kind. */
export interface TextParts {
  readonly plain: EncodedPart | undefined
  readonly rich: EncodedPart | undefined
}

/** The files of a mail: those that the HTML refers to, and the others. */
export interface FileParts {
  readonly inline: ReadonlyArray<Part>
  readonly others: ReadonlyArray<Part>
  /** The first of `others` that invites, as an alternative of the text. */
  readonly invitation: Part | undefined
}

/**
 * The type of the invitation's second copy, as Google Calendar writes it: no program takes it for
 * another invitation.
 */
const invitationFile = "application/ics"

/**
 * Derived from the body's id, so that a retry has the same bytes. Neither quoted-printable nor
 * base64 contains `=_` (RFC 2045 6.7); 7bit is checked.
 */
const boundaryOf = (body: MessageBody): string =>
  `=_${body.id.replace(/[^A-Za-z0-9_.-]/g, "").slice(0, 60)}`

export type TextSubtype = "plain" | "html"

export const textFields = (subtype: TextSubtype, encoding: TransferEncoding): string =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`

export const encodePart = (body: MessageBody, subtype: TextSubtype, text: string): EncodedPart => {
  const { content, encoding } = encodeText(text, boundaryOf(body))
  return { fields: textFields(subtype, encoding), content }
}

/** In a multipart, the last line end belongs to the boundary (RFC 2046 5.1.1). */
const nested = ({ content, fields }: EncodedPart): Part => ({ fields, content: [`${content}\r\n`] })

const alone = ({ content, fields }: EncodedPart): Part => ({
  fields,
  content: [content.endsWith("\r\n") ? content : `${content}\r\n`]
})

/** No boundary may be the beginning of another (RFC 2046 5.1.2). Each contains `seed`. */
const boundariesOf = (seed: string, hasFiles: boolean) => ({
  mixed: `${seed}.m`,
  related: `${seed}.r`,
  // Unchanged for mail without files: a retry after an update has the same bytes.
  alternative: hasFiles ? `${seed}.a` : seed
})

const filePart = ({ encoding, fields }: FilePart, file: number): Part => ({
  fields,
  content: [{ file, encoding }]
})

/**
 * Undefined if a file can't be written. The contents only decide the encoding; `fill` inserts them.
 */
export function* describeFiles(
  body: MessageBody,
  files: ReadonlyArray<Attachment>
): Steps<FileParts | undefined> {
  const seed = boundaryOf(body)
  const inline: Array<Part> = []
  const others: Array<Part> = []
  let invitation: Part | undefined
  for (const [index, file] of files.entries()) {
    const isInline = file.content_id !== null && body.html !== null
    const invites =
      invitation === undefined && !isInline
        ? yield* describeInvitation(file, file.content, seed)
        : undefined
    if (invites !== undefined) invitation = filePart(invites, index)
    const info = invites === undefined ? file : { ...file, content_type: invitationFile }
    const described = yield* describeFile(info, file.content, isInline, seed)
    if (described === undefined) return undefined
    const part = filePart(described, index)
    if (isInline) inline.push(part)
    else others.push(part)
    yield
  }
  return { inline, others, invitation }
}

/** Files that the HTML refers to are related to it (RFC 2387), others follow the text. */
export const assembleBody = (
  body: MessageBody,
  { inline, invitation, others }: FileParts,
  { plain, rich }: TextParts
): ComposedBody => {
  const boundaries = boundariesOf(boundaryOf(body), inline.length + others.length > 0)
  const text = plain ?? (rich === undefined ? encodePart(body, "plain", "") : undefined)
  const isAlone =
    others.length === 0 && (text === undefined || rich === undefined) && invitation === undefined
  const single = isAlone ? alone : nested
  const related = (part: EncodedPart): Part =>
    multipart("related", boundaries.related, [nested(part), ...inline], "text/html")
  const alternatives = [
    text && single(text),
    rich && (inline.length > 0 ? related(rich) : single(rich)),
    // The last is the richest (RFC 2046 5.1.4), and where programs look for an invitation.
    invitation
  ].filter((part) => part !== undefined)
  const [first, ...more] = alternatives
  const texts =
    first !== undefined && more.length === 0
      ? first
      : multipart("alternative", boundaries.alternative, alternatives)
  const { content, fields } =
    others.length === 0 ? texts : multipart("mixed", boundaries.mixed, [texts, ...others])
  return { fields: version + fields, content: joined(content) }
}

/** A reader that prefers text would show an empty mail. */
const isEmpty = (text: string): boolean => text.trim() === ""

function* encodeTexts(body: MessageBody): Steps<TextParts> {
  if (body.html === null)
    return { plain: encodePart(body, "plain", body.text ?? ""), rich: undefined }
  const text = body.text ?? (yield* textInSteps(body.html))
  yield
  const html = yield* asUtf8InSteps(body.html)
  yield
  const rich = encodePart(body, "html", html)
  yield
  return { plain: isEmpty(text) ? undefined : encodePart(body, "plain", text), rich }
}

/**
 * Composes the content. HTML without text gets one made from it, unless that is empty. Undefined if
 * a file can't be written.
 */
export function* composeBody(
  body: MessageBody,
  files: ReadonlyArray<Attachment>
): Steps<ComposedBody | undefined> {
  const described = yield* describeFiles(body, files)
  return described === undefined
    ? undefined
    : assembleBody(body, described, yield* encodeTexts(body))
}

export const fill = (
  content: ComposedBody["content"],
  files: ReadonlyArray<Attachment>
): ReadonlyArray<Piece> =>
  content.map((piece) => {
    if (typeof piece === "string") return piece
    return toPiece(piece.encoding, files[piece.file]?.content ?? new Uint8Array())
  })
