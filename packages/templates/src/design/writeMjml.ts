import {
  escapeTemplateText,
  type MergeTag,
  type ScannedMergeTags,
  splitAtMergeTags
} from "@telemark/html"
import { inspectTemplate } from "../handlebars/inspect.js"

/**
 * Like `splitAtMergeTags`, but also refuses what Handlebars or our rules don't accept. Blocks must
 * be closed in the text that opens them.
 */
export const scanMergeTags = (text: string): ScannedMergeTags => {
  const scanned = splitAtMergeTags(text)
  if (scanned._tag === "Refused") return scanned
  const sources = scanned.pieces.flatMap((piece) => ("tag" in piece ? [piece.tag.source] : []))
  if (sources.length === 0) return scanned
  const problems = inspectTemplate(sources.join(" "), { escape: true }).problems
  return problems.length === 0
    ? scanned
    : { _tag: "Refused", reasons: problems.map((problem) => problem.replace(/^line \d+: /, "")) }
}

/** Whether a merge tag fits between the double quotes of an attribute. */
export const fitsAttribute = (tag: MergeTag): boolean =>
  !tag.source.includes('"') || !/['\\[]/.test(tag.source)

/** Replaces double quotes, which can't be used in an attribute. */
export const inAttribute = (tag: MergeTag): string => tag.source.replaceAll('"', "'")

/** Reports why a field of a block can't be used. */
export type Report = (reason: string) => void

const toMarkup = (value: string, tagMarkup: (tag: MergeTag) => string, report: Report): string => {
  const scanned = scanMergeTags(value)
  if (scanned._tag === "Pieces") {
    return scanned.pieces
      .map((piece) => ("tag" in piece ? tagMarkup(piece.tag) : escapeTemplateText(piece.text)))
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

/** The values are markup: already escaped. */
type Attributes = Readonly<Record<string, string | undefined>>

/** An MJML element. `content` is markup. */
export const element = (name: string, attributes: Attributes, content = ""): string => {
  const given = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${value}"`]))
    .join("")
  return `<${name}${given}>${content}</${name}>`
}
