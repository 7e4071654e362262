import { Schema } from "effect"
import { boundedText, fontFamilyProblem } from "../../Validation/index.js"

const named = (pattern: RegExp, max: number, takes: string) =>
  boundedText(max).pipe(Schema.filter((value) => (pattern.test(value) ? undefined : `must be ${takes}`), { jsonSchema: {} }))

/** Colours are written into style sheets, where other characters could end the declaration. */
export const Color = named(
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+|(?:rgb|hsl)a?\([0-9a-z.,%/ ]+\))$/i,
  64,
  "a colour of CSS, such as #1a2b3c"
)

export const FontFamily = boundedText(200).pipe(Schema.filter(fontFamilyProblem, { jsonSchema: {} }))

export const Width = named(/^[0-9]{1,4}(?:\.[0-9]{1,2})?(?:px|%)?$/, 16, "a width such as 600px")

export const Align = Schema.Literal("left", "center", "right")

const isAddressOf = (schemes: RegExp) => (value: string): boolean =>
  (schemes.test(value) || value.startsWith("{{")) && !/[\s<>"\x00-\x1f\x7f]/.test(value.replace(/\{\{[^{}]*\}\}/g, ""))

const address = (schemes: RegExp, takes: string) => {
  const isAddress = isAddressOf(schemes)
  return boundedText(2048).pipe(Schema.filter((value) => (isAddress(value) ? undefined : `must be ${takes}`), { jsonSchema: {} }))
}

/** The target of a link. A merge tag may be the whole address or its beginning. */
export const Link = address(/^(?:https?:\/\/|mailto:|tel:)/i, "a link: http, https, mailto, tel or a merge tag")

export const ImageSource = address(/^https?:\/\//i, "an http or https URL or a merge tag")
