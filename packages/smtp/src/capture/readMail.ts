import { parseUrl } from "@telemark/contract"
import type { ParsedFile, ParsedMail } from "@telemark/core"
import { decodeAttribute } from "@telemark/html"
import { Data, Effect } from "effect"
import type { Address, Attachment } from "postal-mime"
import { parseInSlices } from "./parseInSlices.js"

const lineEnd = "\r\n"
const [LF, CR, EQUALS] = [0x0a, 0x0d, 0x3d]

/** Of multiparts. Our own mail has three levels. */
const maxDepth = 8

/** The value of a hexadecimal digit; NaN for any other octet. */
const digits = Array.from({ length: 256 }, (_, octet) =>
  Number.parseInt(String.fromCharCode(octet), 16)
)

/** RFC 2045 6.7. Octet for octet, line ends are CRLF. 14 MiB of escapes take 50 ms. */
const decodeQuotedPrintable = (encoded: Buffer): Buffer => {
  const output = Buffer.allocUnsafe(encoded.length)
  let to = 0
  for (let at = 0; at < encoded.length; at++) {
    const [octet = 0, next = 0, last = 0] = [encoded[at], encoded[at + 1], encoded[at + 2]]
    const value = (digits[next] ?? NaN) * 16 + (digits[last] ?? NaN)
    if (octet !== EQUALS) output[to++] = octet
    else if (next === CR && last === LF) at += 2
    else if (Number.isNaN(value)) output[to++] = octet
    else {
      output[to++] = value
      at += 2
    }
  }
  return output.subarray(0, to)
}

/**
 * The parts between the boundaries (RFC 2046 5.1.1), without the line ends that belong to these.
 */
function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const delimiter = `${lineEnd}--${boundary}`
  let from = -1
  for (
    let at = body.indexOf(delimiter);
    at >= 0;
    at = body.indexOf(delimiter, at + delimiter.length)
  ) {
    if (from >= 0) yield body.subarray(from, at)
    const end = at + delimiter.length
    if (!body.subarray(end, end + 2).equals(Buffer.from(lineEnd))) return
    from = end + lineEnd.length
  }
}

const fieldOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*)$`, "im").exec(head)?.[1]

/** Whose line ends postal-mime changes in base64, too. */
const calendar = /^\s*(?:text\/calendar|application\/ics)\b/i

const isCalendar = (head: string): boolean => calendar.test(fieldOf(head, "content-type") ?? "")

const decoded = (head: string, body: Buffer): Buffer | undefined => {
  const encoding = fieldOf(head, "content-transfer-encoding")?.trim().toLowerCase()
  if (encoding === "base64")
    return isCalendar(head) ? Buffer.from(body.toString("latin1"), "base64") : undefined
  return encoding === "quoted-printable" ? decodeQuotedPrintable(body) : body
}

function* filesIn(part: Buffer, depth: number): Generator<Buffer | undefined> {
  const headEnd = part.indexOf(lineEnd + lineEnd)
  if (headEnd < 0) return
  const head = part.toString("latin1", 0, headEnd).replace(/\r\n[ \t]+/g, " ")
  const boundary = /^\s*multipart\/.*;\s*boundary="?([^";]+)"?/i.exec(
    fieldOf(head, "content-type") ?? ""
  )?.[1]
  // The empty line's line end may belong to the first boundary.
  if (boundary !== undefined && depth < maxDepth)
    for (const inner of partsOf(part.subarray(headEnd + lineEnd.length), boundary))
      yield* filesIn(inner, depth + 1)
  else if (fieldOf(head, "content-disposition") !== undefined || isCalendar(head))
    yield decoded(head, part.subarray(headEnd + 2 * lineEnd.length))
}

/**
 * The contents of a mail's files in order, octet for octet: postal-mime changes line ends to LF,
 * and keeps the one of the boundary. Undefined for base64, which it decodes correctly.
 */
const filesAsSent = (source: Uint8Array): ReadonlyArray<Uint8Array | undefined> => [
  ...filesIn(Buffer.from(source.buffer, source.byteOffset, source.byteLength), 0)
]

/** What browsers read as http. Parsing throws for others, and there may be 100,000 of them. */
const begin = /^[\0- ]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p/i

const isWeb = (url: string): boolean =>
  begin.test(url) && /^https?:$/.test(parseUrl(url)?.protocol ?? "")

/** A tag ends before the next `<`: a mail of nothing but `<a ` would take minutes. */
const anchor = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/**
 * The distinct web addresses that a mail links to: the sandboxed frame that shows it can't open
 * them.
 */
export const linksOf = (mail: {
  readonly html: string | null
  readonly text: string | null
}): ReadonlyArray<string> => {
  const found =
    mail.html === null
      ? ((mail.text ?? "").match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/gi) ?? [])
      : [...mail.html.matchAll(anchor)].map(([, double, single]) =>
          decodeAttribute(double ?? single ?? "").trim()
        )
  return [...new Set(found.filter(isWeb))]
}

export interface ReadableMail extends ParsedMail {
  readonly links: ReadonlyArray<string>
}

const present = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text

const toText = ({ address, group, name }: Address): ReadonlyArray<string> => {
  if (group !== undefined) return group.length === 0 ? [name] : group.flatMap(toText)
  return [name === "" ? address : `${name} <${address}>`]
}

const addresses = (list: ReadonlyArray<Address> = []): ReadonlyArray<string> => list.flatMap(toText)

const octetsOf = ({ content }: Attachment): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)

/** An invitation beside the texts. It is one of the files, too. */
const isAlternative = ({ disposition, mimeType }: Attachment): boolean =>
  disposition === null && mimeType.toLowerCase() === "text/calendar"

const fileOf = (
  attachment: Attachment,
  index: number,
  asSent: Uint8Array | undefined
): ParsedFile => ({
  filename: present(attachment.filename ?? undefined) ?? `attachment-${index + 1}`,
  content_type: attachment.mimeType.toLowerCase(),
  content_id: attachment.contentId?.replace(/^<|>$/g, "") ?? null,
  content: asSent ?? octetsOf(attachment)
})

/** Base64 of the largest mail, in lines of 60 characters. Each takes up to 15 µs. */
const maxLines = 250_000

const hasTooManyLines = (source: Uint8Array): boolean => {
  let lines = 0
  for (const octet of source) if (octet === LF && ++lines > maxLines) return true
  return false
}

/** Too many lines, too deeply nested, or too large a head: reading it would take too much. */
class MailUnreadable extends Data.TaggedError("MailUnreadable")<{}> {}

export const parseMail = (source: Uint8Array): Effect.Effect<ReadableMail, MailUnreadable> =>
  Effect.map(
    Effect.tryPromise({
      try: () => {
        if (hasTooManyLines(source)) throw new MailUnreadable()
        return parseInSlices(source)
      },
      catch: () => new MailUnreadable()
    }),
    (parsed) => {
      const html = present(parsed.html)
      const text = present(parsed.text)
      const asSent = filesAsSent(source)
      // Mail from elsewhere may be split into files differently.
      const isSame = asSent.length === parsed.attachments.length
      return {
        headers: parsed.headers.map(({ originalKey: name, value }) => ({ name, value })),
        from: parsed.from === undefined ? [] : toText(parsed.from),
        to: addresses(parsed.to),
        cc: addresses(parsed.cc),
        reply_to: addresses(parsed.replyTo),
        subject: parsed.subject ?? "",
        html,
        text,
        links: linksOf({ html, text }),
        attachments: parsed.attachments.flatMap((attachment, index) =>
          isAlternative(attachment)
            ? []
            : [fileOf(attachment, index, isSame ? asSent[index] : undefined)]
        )
      }
    }
  )

/** Octets of a head, of which its parser takes more. */
const mostOfHead = 256 * 1024

const headOf = (source: Uint8Array): Uint8Array => {
  const octets = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const end = octets.indexOf(`${lineEnd}${lineEnd}`)
  return octets.subarray(0, Math.min(end < 0 ? octets.length : end + 2, mostOfHead))
}

/** Parses a mail, or its head alone if that is all that can be read. Never fails. */
export const readMail = (source: Uint8Array): Effect.Effect<ReadableMail> =>
  Effect.catch(parseMail(source), () => Effect.orDie(parseMail(headOf(source))))
