import {
  type Color,
  type MergeTag,
  removedElements,
  renamedElements,
  richElements,
  safeStyle
} from "@telemark/html"
import sanitizeHtml from "sanitize-html"
import { randomUUID } from "node:crypto"
import { checkedLink, isLink } from "./addresses.js"
import {
  fitsAttribute,
  inAttribute,
  quotesProblem,
  type Report,
  scanMergeTags
} from "./writeMjml.js"

interface RichLook {
  /** CSS declarations. */
  readonly elements: Readonly<Record<string, string>>
  readonly behind: Color
}

/** Thrown for HTML that is nested too deeply. */
class NestsTooDeeply {}

/**
 * The parser takes quadratic time in the depth: 11 s for 256 KiB of `<a><li>`, 90 ms with this
 * bound.
 */
const maxDepth = 100

const depthGuard = () => {
  let depth = 0
  return {
    onOpenTag: () => {
      if (++depth > maxDepth) throw new NestsTooDeeply()
    },
    onCloseTag: () => {
      depth--
    }
  }
}

/**
 * Well-formed HTML with only allowed elements, attributes and declarations. Links without `mayLink`
 * lose their address. Throws `NestsTooDeeply`.
 */
const sanitise = (html: string, look: RichLook, mayLink: (href: string) => boolean): string =>
  sanitizeHtml(html, {
    ...depthGuard(),
    allowedTags: [...richElements],
    allowedAttributes: { "*": ["style"], a: ["href", "title", "style"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nonTextTags: [...removedElements],
    transformTags: {
      "*": (name, attributes) => {
        const tagName = Object.hasOwn(renamedElements, name)
          ? (renamedElements[name] ?? name)
          : name
        const usual = Object.hasOwn(look.elements, tagName) ? (look.elements[tagName] ?? "") : ""
        const style = [usual, safeStyle(attributes["style"] ?? "", look.behind)]
          .filter((part) => part !== "")
          .join(";")
        const href = attributes["href"]?.trim()
        const title = attributes["title"]
        return {
          tagName,
          attribs: {
            ...(href === undefined || !mayLink(href) ? {} : { href }),
            ...(title === undefined ? {} : { title }),
            ...(style === "" ? {} : { style })
          }
        }
      }
    }
  })

/**
 * Whether markup stays well-formed if a block such as `{{#if}}` is omitted: each block contains
 * whole elements or lies within one attribute value.
 */
const hasWholeElements = (
  markup: string,
  tagsIn: (text: string) => ReadonlyArray<MergeTag>
): boolean => {
  const open: Array<"element" | "block"> = []
  const takesTag = ({ kind }: MergeTag): boolean => {
    if (kind === "open") open.push("block")
    if (kind === "close") return open.pop() === "block"
    return kind !== "else" || open.at(-1) === "block"
  }
  const takes = (part: string): boolean => {
    if (!part.startsWith("<")) return tagsIn(part).every(takesTag)
    if (part.startsWith("</")) return open.pop() === "element"
    if (!part.endsWith("/>")) open.push("element")
    return part
      .slice(1)
      .split('"')
      .every((value) => hasWholeElements(value, tagsIn))
  }
  return markup.split(/(<[^<>]*>)/).every(takes) && open.length === 0
}

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
