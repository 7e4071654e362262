import type { Attachment, MessageBody, Steps } from "@telemark/core"
import { asUtf8InSteps, textInSteps } from "@telemark/html"
import { describeFile, type FilePart, toPiece } from "./file.js"
import { joined, multipart, type Part, type BodyPiece } from "./parts.js"
import type { Piece } from "./pieces.js"
import { encodeText } from "./transferEncoding.js"

/** What the messages of one send share: the fields that describe the content, and the content without the contents of files. */
export interface ComposedBody {
  /** MIME-Version and Content-*, each line ended by CRLF. */
  readonly fields: string
  readonly content: ReadonlyArray<BodyPiece>
}

const version = "MIME-Version: 1.0\r\n"

/** The content may lack its last line end. */
const textPart = (subtype: "plain" | "html", text: string, avoid: string) => {
  const { content, encoding } = encodeText(text, avoid)
  return { fields: `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`, content }
}

/** Inside a multipart, the last line end belongs to the boundary that follows (RFC 2046 5.1.1). */
const nested = ({ content, fields }: ReturnType<typeof textPart>): Part => ({ fields, content: [`${content}\r\n`] })

const alone = ({ content, fields }: ReturnType<typeof textPart>): Part => ({ fields, content: [content.endsWith("\r\n") ? content : `${content}\r\n`] })

/** Derived from the body's id, so that a retry has the same bytes. Quoted-printable and base64 can't contain `=_` (RFC 2045 6.7); 7bit is checked. */
const boundaryOf = (body: MessageBody): string => `=_${body.id.replace(/[^A-Za-z0-9_.-]/g, "").slice(0, 60)}`

/** No boundary may be the beginning of another (RFC 2046 5.1.2). Each contains `seed`. */
const boundariesOf = (seed: string, hasFiles: boolean) => ({
  mixed: `${seed}.m`,
  related: `${seed}.r`,
  // Unchanged for mail without files: a retry after an update has the same bytes.
  alternative: hasFiles ? `${seed}.a` : seed
})

const filePart = ({ encoding, fields }: FilePart, file: number): Part => ({ fields, content: [{ file, encoding }] })

/**
 * Composes the content. HTML gets a text alternative, made from it if none is given; none if that text is empty, since a reader that prefers text
 * would show an empty mail. Files that the HTML refers to are related to it (RFC 2387), others follow the whole text. Undefined if a file can't be
 * written. The contents of `files` only decide their encoding here; `fill` inserts them.
 */
export function* composeBody(body: MessageBody, files: ReadonlyArray<Attachment>): Steps<ComposedBody | undefined> {
  const seed = boundaryOf(body)
  const boundaries = boundariesOf(seed, files.length > 0)
  const isInline = ({ content_id }: Attachment): boolean => content_id !== null && body.html !== null
  const parts: Array<Part> = []
  for (const [index, file] of files.entries()) {
    const described = yield* describeFile(file, file.content, isInline(file), seed)
    if (described === undefined) return undefined
    parts.push(filePart(described, index))
    yield
  }
  const inline = parts.filter((_, index) => files.slice(index, index + 1).some(isInline))
  const others = parts.filter((part) => !inline.includes(part))

  const single = others.length === 0 ? alone : nested
  const related = (rich: ReturnType<typeof textPart>): Part =>
    multipart("related", boundaries.related, [nested(rich), ...inline], "text/html")
  function* textOrBoth(): Steps<Part> {
    if (body.html === null) return single(textPart("plain", body.text ?? "", seed))
    const text = body.text ?? (yield* textInSteps(body.html))
    yield
    const html = yield* asUtf8InSteps(body.html)
    yield
    const rich = textPart("html", html, seed)
    yield
    const isRelated = inline.length > 0
    if (text.trim() === "") return isRelated ? related(rich) : single(rich)
    const plain = nested(textPart("plain", text, seed))
    return multipart("alternative", boundaries.alternative, [plain, isRelated ? related(rich) : nested(rich)])
  }
  const texts = yield* textOrBoth()
  const { content, fields } = others.length === 0 ? texts : multipart("mixed", boundaries.mixed, [texts, ...others])
  return { fields: version + fields, content: joined(content) }
}

export const fill = (content: ComposedBody["content"], files: ReadonlyArray<Attachment>): ReadonlyArray<Piece> =>
  content.map((piece) => {
    if (typeof piece === "string") return piece
    return toPiece(piece.encoding, files[piece.file]?.content ?? new Uint8Array())
  })
