import { readHtml, unreadElements } from "@telemark/html"
import { edgesAfter, edgesBefore, type Piece } from "./boundaries.js"
import { type FlatTemplate, mark } from "./flattenTemplate.js"
import { styledElements } from "./styledElements.js"

/** Elements whose white space is kept as it stands. */
export const keptElements: ReadonlySet<string> = new Set([
  ...unreadElements,
  "pre",
  "mj-style",
  "mj-title",
  "mj-preview",
  "mj-html-attribute"
])

/** Elements that begin and end a line; all of MJML do, too. */
const edges: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body br caption center col colgroup dd div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p section table tbody td tfoot th thead tr ul"
  ).split(" ")
)

/** Elements that aren't seen, and end no line. */
const unseen: ReadonlySet<string> = new Set(["base", "link", "meta", "script", "style", "title"])

// A merge tag may write any declaration, or any value.
const stayingInLine = /\bdisplay\s*:\s*(?:inline|contents|ruby|run-in|\uE000)|(?:^|;)\s*\uE000/i
const keepingSpace = /\bwhite-space(?:-collapse)?\s*:\s*(?:pre|break|\uE000)/i

/** What is in a tag beside its name, with white space only where it separates. */
const attributesOf = (source: string): string =>
  ` ${source}`
    .replace(/"[^"]*"|'[^']*'|\s+/g, (part) => (/^["']/.test(part) ? `${part}\n` : "\n"))
    .replace(/\n+/g, "\n")
    .replace(/\n$/, "")

/** A comment for Outlook may have something that stands in a line. */
const isSeen = (comment: string): boolean => {
  const content = /^<!--\[if[^\]]*\]>([\s\S]*)<!\[endif\]-->$/.exec(comment)?.[1]
  if (content === undefined) return false
  const others = content
    .replace(/<(style|xml)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/<\/?([a-z0-9]+)[^<>]*>/gi, (tag, name: string) =>
      edges.has(name.toLowerCase()) ? "" : tag
    )
  return others.trim() !== ""
}

/** Undefined if it is not HTML to its end. */
const piecesOf = ({ tagOf, text: html }: FlatTemplate): ReadonlyArray<Piece> | undefined => {
  const pieces: Array<Piece> = []
  const isInline = styledElements(html, stayingInLine)
  const isKept = styledElements(html, keepingSpace)
  const opened: Array<{
    readonly name: string
    readonly kind: Piece["kind"]
    readonly isKept: boolean
  }> = []
  let contentAt = 0
  const kindOf = (name: string, attributes: string): Piece["kind"] => {
    if (unseen.has(name)) return "nothing"
    if (!edges.has(name) && !name.startsWith("mj")) return "shown"
    return isInline(name, attributes) ? "shown" : "edge"
  }
  const end = readHtml(
    html,
    {
      onText: (text) => {
        for (const part of text.split(/([ \t\n\f\r]+|\uE000\d+\uE001)/)) {
          if (part === "") continue
          const tag = mark.exec(part)
          mark.lastIndex = 0
          if (tag !== null) {
            const { key, kind } = tagOf(tag[1] ?? "")
            pieces.push({ kind: kind === "value" ? "shown" : kind, text: key })
          } else {
            const isSpace = /^[ \t\n\f\r]/.test(part) && opened.at(-1)?.isKept !== true
            pieces.push({ kind: isSpace ? "space" : "shown", text: part })
          }
        }
      },
      onOpen: (name, attributes, at) => {
        const kind = kindOf(name, attributes)
        const keeps = opened.at(-1)?.isKept === true || isKept(name, attributes)
        opened.push({ name, kind, isKept: keeps })
        contentAt = at + attributes.length + 1
        pieces.push({ kind, text: `<${name}${attributesOf(attributes)}>` })
      },
      onClose: (name, at) => {
        // Elements whose end is left out are ended by others.
        const open = opened.findLastIndex((one) => one.name === name)
        const kind = opened[open]?.kind ?? kindOf(name, "")
        if (open >= 0) opened.length = open
        const content = keptElements.has(name) ? html.slice(contentAt, at) : ""
        pieces.push({ kind, text: `${content}</${name}>` })
      },
      onComment: (comment) => {
        pieces.push({ kind: isSeen(comment) ? "shown" : "nothing", text: comment })
      }
    },
    keptElements
  )
  return end === html.length ? pieces : undefined
}

/**
 * The template without the white space that no reader of the mail can see, whatever its data is:
 * where it differs, mail may look different. Undefined if that can't be told.
 */
export const shownSource = (template: FlatTemplate): string | undefined => {
  const pieces = piecesOf(template)
  const before = pieces && edgesBefore(pieces, true)
  const after = pieces && edgesAfter(pieces)
  if (before === undefined || after === undefined) return undefined
  return pieces
    ?.flatMap(({ kind, text }, at) =>
      kind !== "space" ? text : before[at] === true || after[at] === true ? [] : " "
    )
    .join("\uE000")
}
