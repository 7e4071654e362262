import { splitAtMergeTags } from "./mergeTags.js"
import { attributeOf, type Report } from "./text.js"

/** Whether a stretch of an address can't make a scheme other than those allowed, wherever it comes to stand. */
const hasNoScheme = (schemes: RegExp) => (text: string): boolean => schemes.test(text) || !/^[^/?#]*:/.test(text)

const linkSchemes = /^(?:https?:\/\/|mailto:|tel:)/i
const imageSchemes = /^https?:\/\//i

const isAddressOf = (schemes: RegExp) => {
  const isHarmless = hasNoScheme(schemes)
  return (value: string): boolean => {
    if (schemes.test(value)) return true
    const scanned = splitAtMergeTags(value)
    if (scanned._tag === "Refused") return false
    const [first, ...others] = scanned.pieces.filter((piece) => "tag" in piece || piece.text !== "")
    return first !== undefined && "tag" in first &&
      others.every((piece) => "tag" in piece || isHarmless(piece.text))
  }
}

/**
 * Whether an address leads where links of a mail may lead: http, https, mailto, tel, or where its merge tags
 * say. What stands beside merge tags at the beginning must not make a scheme: `{{x}}javascript:`.
 */
export const isLink = isAddressOf(linkSchemes)

const isImageSource = isAddressOf(imageSchemes)

const addressOf = (isAddress: (value: string) => boolean) => (value: string, report: Report): string => {
  const reasons: Array<string> = []
  const markup = attributeOf(value, (reason) => reasons.push(reason))
  if (reasons.length === 0 && !isAddress(value)) reasons.push("must have its scheme at the very beginning or in a merge tag")
  reasons.forEach(report)
  return markup
}

/** The address of a link as the value of an attribute. */
export const linkOf = addressOf(isLink)

/** The address of an image as the value of an attribute. */
export const imageSourceOf = addressOf(isImageSource)
