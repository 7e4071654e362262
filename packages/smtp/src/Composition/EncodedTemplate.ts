import type { Steps } from "@telemark/core"
import { encodeQuotedPrintable, maxLineLength } from "./quotedPrintable.js"
import { relaxLines } from "./relaxLines.js"
import { type SlotValues, slotsAtOnce, type Template } from "./Template.js"
import { utf8Of } from "./transferEncoding.js"

/** Text in quoted-printable. */
export interface EncodedLines {
  readonly content: string
  /** The same in DKIM's relaxed form, if the mail is signed. */
  readonly relaxed: string | undefined
}

/** A template in quoted-printable: what is between its slots is encoded, and canonicalized for a signature, once for all messages of a send. */
export interface EncodedTemplate {
  readonly template: Template
  /** One more than there are slots. */
  readonly between: ReadonlyArray<EncodedLines>
  readonly isSigned: boolean
}

const encodeLines = (text: string, isSigned: boolean): EncodedLines => {
  const content = text === "" ? "" : encodeQuotedPrintable(utf8Of(text))
  return { content, relaxed: isSigned ? relaxLines(content) : undefined }
}

export function* encodeTemplate(template: Template, isSigned: boolean): Steps<EncodedTemplate> {
  const { slots, text } = template
  const between: Array<EncodedLines> = []
  for (let index = 0; index <= slots.length; index++) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    between.push(encodeLines(text.slice(slots[index - 1]?.to ?? 0, slots[index]?.from), isSigned))
  }
  return { between, isSigned, template }
}

const softBreak = "=\r\n"
const softLineEnd: EncodedLines = { content: softBreak, relaxed: softBreak }

/** What quoted-printable only wraps: ASCII without blanks and without `=`. */
const onlyWraps = /^[!-<>-~]+$/

/** A slot's text. Addresses, of which it is mostly made, are wrapped without a detour over octets: 1 µs instead of 3. */
const encodeValue = (text: string, isSigned: boolean): EncodedLines => {
  if (!onlyWraps.test(text)) return encodeLines(text, isSigned)
  let content = text.slice(0, maxLineLength)
  for (let at = maxLineLength; at < text.length; at += maxLineLength) content += softBreak + text.slice(at, at + maxLineLength)
  return { content, relaxed: isSigned ? content : undefined }
}

/** Joined at once: text that grew piece by piece would be copied together when it is hashed, and again when it is sent. */
const join = (pieces: ReadonlyArray<EncodedLines>, isSigned: boolean): EncodedLines => {
  const content = pieces.map((piece) => piece.content).join("")
  if (!isSigned) return { content, relaxed: undefined }
  const isRelaxed = pieces.every((piece) => piece.relaxed === piece.content)
  return { content, relaxed: isRelaxed ? content : pieces.map(({ relaxed }) => relaxed ?? "").join("") }
}

/** The text of a message in quoted-printable. Each piece begins a line, so that its lines depend on no other piece. */
export function* fillEncoded({ between, isSigned, template: { slots, text } }: EncodedTemplate, values: SlotValues): Steps<EncodedLines> {
  const pieces: Array<EncodedLines> = []
  let isInLine = false
  const add = (piece: EncodedLines): void => {
    if (piece.content === "") return
    if (isInLine) pieces.push(softLineEnd)
    pieces.push(piece)
    isInLine = !piece.content.endsWith("\r\n")
  }
  for (const [index, piece] of between.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    add(piece)
    const placed = slots[index]
    if (placed !== undefined) add(encodeValue(values(placed.slot) ?? text.slice(placed.from, placed.to), isSigned))
  }
  return join(pieces, isSigned)
}
