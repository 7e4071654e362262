import type { Steps } from "@telemark/core"
import { encodeQuotedPrintable } from "./quotedPrintable.js"
import { relaxLines } from "./relaxLines.js"
import { type SlotValues, slotsAtOnce, type Template } from "./Template.js"

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
  const content = text === "" ? "" : encodeQuotedPrintable(Buffer.from(text, "utf8"))
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

/** The text of a message in quoted-printable. Each piece begins a line, so that its lines depend on no other piece. */
export function* fillEncoded({ between, isSigned, template: { slots, text } }: EncodedTemplate, values: SlotValues): Steps<EncodedLines> {
  let content = ""
  let relaxed = ""
  let isInLine = false
  const add = (piece: EncodedLines): void => {
    if (piece.content === "") return
    const before = isInLine ? softBreak : ""
    content += before + piece.content
    if (piece.relaxed !== undefined) relaxed += before + piece.relaxed
    isInLine = !piece.content.endsWith("\r\n")
  }
  for (const [index, piece] of between.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    add(piece)
    const placed = slots[index]
    if (placed !== undefined) add(encodeLines(values(placed.slot) ?? text.slice(placed.from, placed.to), isSigned))
  }
  return { content, relaxed: isSigned ? relaxed : undefined }
}
