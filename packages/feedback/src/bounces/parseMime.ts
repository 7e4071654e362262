import PostalMime from "postal-mime"
import type { FieldBlock } from "./fieldBlocks.js"

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["colon", ":"],
  ["commat", "@"],
  ["period", "."]
])

const breaks: ReadonlySet<string> = new Set(
  "br p div tr li h1 h2 h3 h4 table ul pre hr blockquote td".split(" ")
)
const hidden: ReadonlySet<string> = new Set(["style", "script", "head", "title"])

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,8}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      const point =
        decimal !== undefined
          ? Number(decimal)
          : hex !== undefined
            ? Number.parseInt(hex, 16)
            : undefined
      if (point !== undefined)
        return point === 160
          ? " "
          : point > 31 && point <= 0x10ffff
            ? String.fromCodePoint(point).toWellFormed()
            : " "
      return entities.get(name?.toLowerCase() ?? "") ?? entity
    }
  )

/** One block a line, in linear time: enough to look for codes and addresses, but not to show. */
const plainText = (html: string): string => {
  const pieces: Array<string> = []
  let skipped: string | undefined
  let position = 0
  while (position < html.length) {
    const open = html.indexOf("<", position)
    const end = open === -1 ? html.length : open
    // Only tags begin lines.
    if (skipped === undefined) pieces.push(html.slice(position, end).replace(/\s+/g, " "))
    if (open === -1) break
    const close = html.indexOf(">", open)
    if (close === -1) break
    const name = /^\/?([a-z][a-z0-9]{0,15})/i
      .exec(html.slice(open + 1, open + 18))?.[1]
      ?.toLowerCase()
    const isEnd = html.charAt(open + 1) === "/"
    if (skipped !== undefined) {
      if (isEnd && name === skipped) skipped = undefined
    } else if (name !== undefined && hidden.has(name) && !isEnd) skipped = name
    else if (name === "p" || name === "table") pieces.push("\n\n")
    else if (name !== undefined && breaks.has(name)) pieces.push("\n")
    position = close + 1
  }
  return decodeEntities(pieces.join(""))
}

export interface MimePart {
  readonly type: string
  readonly bytes: Uint8Array
}

export interface MimeMessage {
  readonly header: FieldBlock
  /** Decoded. */
  readonly subject: string
  /** In lower case. */
  readonly from: { readonly address: string; readonly name: string }
  /** Its plain text, else the text of its HTML. */
  readonly text: string
  readonly parts: ReadonlyArray<MimePart>
}

/** Octets that are read. The rest is the returned message, of which only the header matters. */
export const maxMessageBytes = 262_144
/** postal-mime takes longer for many short lines than for few long ones. */
const maxLines = 2_000
const maxText = 65_536
const maxParts = 100

const limits = {
  forceRfc822Attachments: true,
  maxRfc822NestingDepth: 0,
  maxNestingDepth: 12,
  maxHeadersSize: 49_152
}

const contentTypes = /^[ \t]*content-type[ \t]*:(?:[^;\n]|\n[ \t])*/gim

/** Of the same length, so that such a part comes out as an attachment. */
const htmlAsAttachment = "text/h_ml"

const front = (source: Uint8Array): Uint8Array => {
  let end = -1
  for (let line = 0; line < maxLines; line++) {
    const next = source.indexOf(10, end + 1)
    if (next === -1 || next >= maxMessageBytes) return source.subarray(0, maxMessageBytes)
    end = next
  }
  return source.subarray(0, end + 1)
}

/**
 * postal-mime converts HTML to text in quadratic time (18 s for 256 KiB of unclosed tags), so HTML
 * parts are renamed. Quotes and comments within a type could hide its name: they are replaced.
 */
const prepared = (source: Uint8Array): Uint8Array => {
  const bytes = front(source)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  return Buffer.from(
    text.replace(contentTypes, (field) =>
      field.replace(/["\\(]/g, "_").replace(/text\/html/gi, htmlAsAttachment)
    ),
    "latin1"
  )
}

/** UTF-8, or else Windows-1252: what is looked for is ASCII, or was declared as UTF-8. */
export const decodeText = (bytes: Uint8Array): string => {
  const cut = bytes.subarray(0, maxText)
  try {
    // The cut may split a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(cut, { stream: true })
  } catch {
    return new TextDecoder("windows-1252").decode(cut)
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === "string"
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

/**
 * Within bounds of size, lines and nesting. Undefined if it exceeds those of nesting and header, or
 * isn't readable.
 */
export const parseMime = async (source: Uint8Array): Promise<MimeMessage | undefined> => {
  try {
    const email = await PostalMime.parse(prepared(source), limits)
    const all = email.attachments
      .slice(0, maxParts)
      .map(({ content, mimeType }) => ({ type: mimeType, bytes: bytesOf(content) }))
    const html = all.find(({ type }) => type === htmlAsAttachment)
    const plain = (email.text ?? "").slice(0, maxText)
    return {
      header: email.headers.slice(0, 1_000).map(({ key, value }) => [key, value] as const),
      subject: (email.subject ?? "").slice(0, 1_000),
      from: {
        address: (email.from?.address ?? "").toLowerCase(),
        name: (email.from?.name ?? "").toLowerCase()
      },
      text: plain.trim() === "" && html !== undefined ? plainText(decodeText(html.bytes)) : plain,
      parts: all
    }
  } catch {
    return undefined
  }
}
