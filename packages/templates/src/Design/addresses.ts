import type { AddressHelper } from "../Handlebars/index.js"
import { splitAtMergeTags } from "./mergeTags.js"
import { attributeOf, type Report } from "./text.js"

const linkSchemes = /^(?:https?:\/\/|mailto:|tel:)/i

const imageSchemes = /^https?:\/\//i

const isAddressOf = (schemes: RegExp) => (value: string): boolean => {
  if (schemes.test(value)) return true
  const scanned = splitAtMergeTags(value)
  return scanned._tag === "Pieces" && scanned.pieces.findIndex((piece) => "tag" in piece) === 0 &&
    scanned.pieces.every((piece) => "tag" in piece || schemes.test(piece.text) || !/^[^/?#]*:/.test(piece.text))
}

/**
 * Whether an address leads where links of a mail may lead: http, https, mailto, tel, or where its merge tags
 * say. What stands beside merge tags at the beginning must not make a scheme: `{{x}}javascript:`.
 */
export const isLink = isAddressOf(linkSchemes)

const isImageSource = isAddressOf(imageSchemes)

/** Markup of an address that data begins, with what checks the whole of it when it is rendered. */
const checked = (helper: AddressHelper, markup: string): string => `{{#${helper}}}${markup}{{/${helper}}}`

/** As markup, a link that begins with a merge tag, and is checked when it is rendered. */
export const checkedLink = (markup: string): string => checked("address:link", markup)

const addressOf = (isAddress: (value: string) => boolean, schemes: RegExp, helper: AddressHelper) => (value: string, report: Report): string => {
  const reasons: Array<string> = []
  const markup = attributeOf(value, (reason) => reasons.push(reason))
  if (reasons.length === 0 && !isAddress(value)) reasons.push("must have its scheme at the very beginning or in a merge tag")
  reasons.forEach(report)
  return schemes.test(value) ? markup : checked(helper, markup)
}

/** The address of a link as the value of an attribute. */
export const linkOf = addressOf(isLink, linkSchemes, "address:link")

/** The address of an image as the value of an attribute. */
export const imageSourceOf = addressOf(isImageSource, imageSchemes, "address:image")
