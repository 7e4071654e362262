import type { MessageBody, MessageLinks, Steps } from "@telemark/core"
import { type EncodedTemplate, encodeTemplate, fillEncoded } from "./EncodedTemplate.js"
import { fillTemplate, htmlValues, type SlotValues, type Template, textValues } from "./Template.js"
import { type EncodedPart, encodePart, textFields, type TextSubtype } from "./body.js"
import { relaxLines } from "./lines.js"

/**
 * A text of the messages of one send: the same in all, or with slots. Base64 has no lines of its
 * own for what is between slots.
 */
export type LinkedText =
  | { readonly kind: "same"; readonly part: EncodedPart }
  | { readonly kind: "quoted-printable"; readonly template: EncodedTemplate }
  | { readonly kind: "base64"; readonly template: Template }

interface LinkedTextKind {
  readonly subtype: TextSubtype
  readonly isSigned: boolean
}

/**
 * The last line may lack its end, which is added when parts are assembled: blanks before it don't
 * count either.
 */
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
