import type { MergeTag } from "@telemark/html"
import { randomUUID } from "node:crypto"
import { checkedLink, isLink } from "./addresses.js"
import { fitsAttribute, inAttribute, scanMergeTags } from "./mergeTags.js"
import { NestsTooDeeply, type RichLook, sanitise } from "./sanitise.js"
import { quotesProblem, type Report } from "./text.js"
import { hasWholeElements } from "./wholeElements.js"

/**
 * Escapes braces, so that adjacent pieces can't form a merge tag. The author's own tags are
 * inserted later.
 */
const withoutBraces = (markup: string): string =>
  markup.replaceAll("{", "&#123;").replaceAll("}", "&#125;").replaceAll("\\", "&#92;")

const sanitised = (
  html: string,
  look: RichLook,
  mayLink: (href: string) => boolean,
  report: Report
): string => {
  try {
    return withoutBraces(sanitise(html, look, mayLink))
  } catch (error) {
    if (!(error instanceof NestsTooDeeply)) throw error
    report("must nest its elements less deeply, and close them")
    return ""
  }
}

/**
 * Adds the check on rendering to links that begin with a merge tag. `standIn` is the beginning of a
 * placeholder.
 */
const withChecks = (part: string, standIn: string): string =>
  part.startsWith("<")
    ? part.replace(/(?<= href=")[^"]*(?=")/g, (href) =>
        href.startsWith(standIn) ? checkedLink(href) : href
      )
    : part

/**
 * Sanitises a block's HTML for an MJML element. Meanwhile, merge tags are replaced by unguessable
 * placeholders.
 */
export const richTextOf = (html: string, look: RichLook, report: Report): string => {
  const scanned = scanMergeTags(html)
  if (scanned._tag === "Refused") {
    scanned.reasons.forEach(report)
    return ""
  }
  const nonce = `m${randomUUID().replaceAll("-", "")}`
  const tags: Array<MergeTag> = []
  const source = scanned.pieces
    .map((piece) => ("tag" in piece ? `${nonce}x${tags.push(piece.tag) - 1}x` : piece.text))
    .join("")
  const standIn = new RegExp(`${nonce}x(\\d+)x`, "g")
  const toSource = (text: string): string =>
    text.replace(standIn, (_, index: string) => tags[Number(index)]?.source ?? "")

  const clean = sanitised(source, look, (href) => isLink(toSource(href)), report)
  const left = new Set<MergeTag>()
  const markup = clean
    .split(/(<[^<>]*>)/)
    .map((part) =>
      withChecks(part, nonce).replace(standIn, (_, index: string) => {
        const tag = tags[Number(index)]
        if (tag === undefined) return ""
        left.add(tag)
        if (!part.startsWith("<")) return tag.source
        if (!fitsAttribute(tag)) report(quotesProblem)
        return inAttribute(tag)
      })
    )
    .join("")
  if (clean !== "" && tags.some((tag) => tag.kind !== "value" && !left.has(tag))) {
    report(
      "must have block merge tags only in its text, a link's address or a title: elsewhere they are dropped"
    )
  } else if (
    !hasWholeElements(clean, (text) =>
      [...text.matchAll(standIn)].flatMap(([, index]) => tags[Number(index)] ?? [])
    )
  ) {
    report("must open and close elements and attribute values within the same block of merge tags")
  }
  return markup
}
