import { Schema } from "effect"
import { boundedText, fontFamilyProblem } from "../../Validation/index.js"
import { designLimits, designRules } from "./designRules.js"

const checked = (isValid: (value: string) => boolean, max: number, takes: string) =>
  boundedText(max).pipe(
    Schema.check(
      Schema.makeFilter((value) => (isValid(value) ? undefined : `must be ${takes}`), {
        jsonSchema: {}
      })
    )
  )

export const Color = checked(
  designRules.isColor,
  designLimits.color,
  "a colour of CSS, such as #1a2b3c"
)

export const FontFamily = boundedText(designLimits.fontFamily).pipe(
  Schema.check(Schema.makeFilter(fontFamilyProblem, { jsonSchema: {} }))
)

export const Width = checked(designRules.isWidth, designLimits.width, "a width such as 600px")

export const Align = Schema.Literals(["left", "center", "right"])

export const Link = checked(
  designRules.isLink,
  designLimits.address,
  "a link: http, https, mailto, tel or a merge tag"
)

export const ImageSource = checked(
  designRules.isImageSource,
  designLimits.address,
  "an http or https URL or a merge tag"
)
