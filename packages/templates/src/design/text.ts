import type { MergeTag } from "@telemark/html"
import { escapeText } from "../markup/escapeText.js"
import { fitsAttribute, inAttribute, scanMergeTags } from "./mergeTags.js"

/** Reports why a field of a block can't be used. */
export type Report = (reason: string) => void

const toMarkup = (value: string, tagMarkup: (tag: MergeTag) => string, report: Report): string => {
  const scanned = scanMergeTags(value)
  if (scanned._tag === "Pieces") {
    return scanned.pieces
      .map((piece) => ("tag" in piece ? tagMarkup(piece.tag) : escapeText(piece.text)))
      .join("")
  }
  scanned.reasons.forEach(report)
  return ""
}

/** Text with merge tags as the content of an element. Line breaks become `<br />`. */
export const contentOf = (value: string, report: Report): string =>
  toMarkup(value, (tag) => tag.source, report).replace(/\r\n|\r|\n/g, "<br />")

export const quotesProblem = "must not mix quotes within a merge tag"

/** Text with merge tags as an attribute value in double quotes. */
export const attributeOf = (value: string, report: Report): string =>
  toMarkup(
    value,
    (tag) => {
      if (!fitsAttribute(tag)) report(quotesProblem)
      return inAttribute(tag)
    },
    report
  )
