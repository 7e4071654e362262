// Hot path (docs/hot-paths.md): encodes between links once a send, 1 µs a link instead of 3.
import type { MessageBody, MessageLinks, Steps } from "@telemark/core"
import { relaxLines } from "../signing/canonical.js"
import {
  fillTemplate,
  htmlValues,
  slotsAtOnce,
  type SlotValues,
  type Template,
  textValues
} from "./Template.js"
import { type EncodedPart, encodePart, textFields, type TextSubtype } from "./body.js"
import { encodeQuotedPrintable, maxLineLength } from "./quotedPrintable.js"
import { suitsQuotedPrintable, utf8Of } from "./transferEncoding.js"

/** Text in quoted-printable. */
interface EncodedLines {
  readonly content: string
  /** The same in DKIM's relaxed form, if the mail is signed. */
  readonly relaxed: string | undefined
}

/**
 * A template in quoted-printable: what is between the values is encoded, and canonicalized for a
 * signature, once for a send.
 */
export interface EncodedTemplate {
  readonly template: Template
  /** One more than there are slots. */
  readonly between: ReadonlyArray<EncodedLines>
  readonly isSigned: boolean
}

const encodeLines = (octets: Uint8Array, isSigned: boolean): EncodedLines => {
  const content = octets.length === 0 ? "" : encodeQuotedPrintable(octets)
  return { content, relaxed: isSigned ? relaxLines(content) : undefined }
}

const softBreak = "=\r\n"
const softLineEnd: EncodedLines = { content: softBreak, relaxed: softBreak }

/** What quoted-printable only wraps: ASCII without blanks and `=`. */
const onlyWraps = /^[!-<>-~]+$/

/**
 * A slot's text: mostly an address, which is wrapped without a detour over octets: 1 µs instead of
 * 3.
 */
const encodeValue = (text: string, isSigned: boolean): EncodedLines => {
  // Not into the memory of `utf8Of`: the template may be there.
  if (!onlyWraps.test(text)) return encodeLines(Buffer.from(text, "utf8"), isSigned)
  let content = text.slice(0, maxLineLength)
  for (let at = maxLineLength; at < text.length; at += maxLineLength)
    content += softBreak + text.slice(at, at + maxLineLength)
  return { content, relaxed: isSigned ? content : undefined }
}

/**
 * Joined at once: text that grew piece by piece would be copied when it is hashed, and again when
 * it is sent.
 */
const join = (pieces: ReadonlyArray<EncodedLines>, isSigned: boolean): EncodedLines => {
  const content = pieces.map((piece) => piece.content).join("")
  if (!isSigned) return { content, relaxed: undefined }
  const isRelaxed = pieces.every((piece) => piece.relaxed === piece.content)
  return {
    content,
    relaxed: isRelaxed ? content : pieces.map(({ relaxed }) => relaxed ?? "").join("")
  }
}

/** Undefined if the text suits base64, which has no lines of its own for what is between slots. */
export function* encodeTemplate(
  template: Template,
  isSigned: boolean
): Steps<EncodedTemplate | undefined> {
  const { slots, text } = template
  let octets = utf8Of(text)
  if (!suitsQuotedPrintable(text, octets)) return undefined
  // The octets of a piece of ASCII are a piece of the octets.
  const isAscii = octets.length === text.length
  const encoded = (from: number, to: number): EncodedLines =>
    encodeLines(isAscii ? octets.subarray(from, to) : utf8Of(text.slice(from, to)), isSigned)
  const between: Array<EncodedLines> = []
  for (let index = 0; index <= slots.length; index++) {
    if (index % slotsAtOnce === slotsAtOnce - 1) {
      yield
      if (isAscii) octets = utf8Of(text)
    }
    const before = slots[index - 1]
    const piece = encoded(before?.to ?? 0, slots[index]?.from ?? text.length)
    const rest = before?.rest === undefined ? undefined : encodeValue(before.rest, isSigned)
    between.push(
      rest === undefined
        ? piece
        : piece.content === ""
          ? rest
          : join([rest, softLineEnd, piece], isSigned)
    )
  }
  return { between, isSigned, template }
}

/** The text of a message. Each piece begins a line, so that its lines depend on no other. */
export function* fillEncoded(
  { between, isSigned, template: { slots, text } }: EncodedTemplate,
  values: SlotValues
): Steps<EncodedLines> {
  const pieces: Array<EncodedLines> = []
  let isInLine = false
  const add = (piece: EncodedLines): void => {
    if (piece.content === "") return
    if (isInLine) pieces.push(softLineEnd)
    pieces.push(piece)
    isInLine = !piece.content.endsWith("\r\n")
  }
  // All links of a message begin alike.
  let last: { readonly value: string; readonly lines: EncodedLines } | undefined
  const linesOf = (value: string): EncodedLines => {
    if (last?.value !== value) last = { value, lines: encodeValue(value, isSigned) }
    return last.lines
  }
  for (const [index, piece] of between.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    add(piece)
    const placed = slots[index]
    if (placed !== undefined)
      add(linesOf(values(placed.slot) ?? text.slice(placed.from, placed.to)))
  }
  return join(pieces, isSigned)
}

/**
 * A text of a send: the same in all messages, or with slots. Base64 has no lines of its own for
 * what is between slots.
 */
export type LinkedText =
  | { readonly kind: "same"; readonly part: EncodedPart }
  | { readonly kind: "quoted-printable"; readonly template: EncodedTemplate }
  | { readonly kind: "base64"; readonly template: Template }

interface LinkedTextKind {
  readonly subtype: TextSubtype
  readonly isSigned: boolean
}

/** The last line may lack its end, before which blanks don't count either. */
const withRelaxed = (part: EncodedPart): EncodedPart => ({
  ...part,
  relaxed: relaxLines(`${part.content}\r\n`).slice(0, -2)
})

export function* prepareLinkedText(
  body: MessageBody,
  template: Template,
  { isSigned, subtype }: LinkedTextKind
): Steps<LinkedText> {
  if (template.slots.length === 0) {
    const part = encodePart(body, subtype, template.text)
    return { kind: "same", part: isSigned ? withRelaxed(part) : part }
  }
  const encoded = yield* encodeTemplate(template, isSigned)
  return encoded === undefined
    ? { kind: "base64", template }
    : { kind: "quoted-printable", template: encoded }
}

const valuesOf: Readonly<Record<TextSubtype, (links: MessageLinks) => SlotValues>> = {
  html: htmlValues,
  plain: textValues
}

/** The text of one message. */
export function* composeLinkedText(
  body: MessageBody,
  text: LinkedText,
  subtype: TextSubtype,
  links: MessageLinks
): Steps<EncodedPart> {
  if (text.kind === "same") return text.part
  const values = valuesOf[subtype](links)
  if (text.kind === "base64")
    return encodePart(body, subtype, yield* fillTemplate(text.template, values))
  return {
    fields: textFields(subtype, "quoted-printable"),
    ...(yield* fillEncoded(text.template, values))
  }
}
