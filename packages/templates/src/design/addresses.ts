import { splitAtMergeTags } from "@telemark/html"
import type { AddressHelper } from "../handlebars/helpers.js"
import { attributeOf, type Report } from "./writeMjml.js"

const linkSchemes = /^(?:https?:\/\/|mailto:|tel:)/i

const imageSchemes = /^https?:\/\//i

const isAddressOf =
  (schemes: RegExp) =>
  (value: string): boolean => {
    if (schemes.test(value)) return true
    const scanned = splitAtMergeTags(value)
    return (
      scanned._tag === "Pieces" &&
      scanned.pieces.findIndex((piece) => "tag" in piece) === 0 &&
      scanned.pieces.every(
        (piece) => "tag" in piece || schemes.test(piece.text) || !/^[^/?#]*:/.test(piece.text)
      )
    )
  }

/**
 * Whether an address has an allowed scheme (http, https, mailto, tel) or begins with a merge tag.
 * Text after that tag must not complete a scheme, as in `{{x}}javascript:`.
 */
export const isLink = isAddressOf(linkSchemes)

const isImageSource = isAddressOf(imageSchemes)

/** Wraps an address that may begin with data in the helper that checks it on rendering. */
const checked = (helper: AddressHelper, markup: string): string =>
  `{{#${helper}}}${markup}{{/${helper}}}`

export const checkedLink = (markup: string): string => checked("address:link", markup)

const addressOf =
  (isAddress: (value: string) => boolean, schemes: RegExp, helper: AddressHelper) =>
  (value: string, report: Report): string => {
    const reasons: Array<string> = []
    const markup = attributeOf(value, (reason) => reasons.push(reason))
    if (reasons.length === 0 && !isAddress(value))
      reasons.push("must begin with its scheme or with a merge tag")
    reasons.forEach(report)
    return schemes.test(value) ? markup : checked(helper, markup)
  }

export const linkOf = addressOf(isLink, linkSchemes, "address:link")

export const imageSourceOf = addressOf(isImageSource, imageSchemes, "address:image")
