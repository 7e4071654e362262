import sanitizeHtml from "sanitize-html"
import type { Color } from "../Colors/index.js"
import { safeStyle } from "./styles.js"

/** How rich text looks. */
export interface RichLook {
  /** Declarations of CSS by the name of the element. */
  readonly elements: Readonly<Record<string, string>>
  /** The colour behind the text. */
  readonly behind: Color
}

/** Thrown for html that is nested more deeply than anybody writes. */
export class NestsTooDeeply {}

const allowedTags = [
  "a", "b", "blockquote", "br", "code", "em", "h1", "h2", "h3", "hr", "i", "li", "ol", "p", "pre", "s", "small", "span",
  "strong", "sub", "sup", "u", "ul"
]

/** Elements that editors write, and what they become: what they meant would be lost otherwise. */
const renamed: Readonly<Record<string, string>> = { div: "p", h4: "h3", h5: "h3", h6: "h3", strike: "s", del: "s" }

/** Elements that are left out with all that is in them. The text of others stays. */
const unread = ["script", "style", "textarea", "option", "xmp", "title", "template", "noscript", "iframe", "object", "svg", "math"]

/** The parser's time grows with the square of the depth: 11 s for 256 KiB of `<a><li>`, 90 ms with this bound. */
const deepest = 100

/** Throws as soon as elements are nested too deeply. */
const depthGuard = () => {
  let depth = 0
  return {
    onOpenTag: () => {
      if (++depth > deepest) throw new NestsTooDeeply()
    },
    onCloseTag: () => {
      depth--
    }
  }
}

/**
 * Html with only the elements, attributes and declarations that are allowed, well-formed. `mayLink` decides
 * on addresses: links elsewhere lose theirs. Throws `NestsTooDeeply`.
 */
export const sanitise = (html: string, look: RichLook, mayLink: (href: string) => boolean): string =>
  sanitizeHtml(html, {
    ...depthGuard(),
    allowedTags,
    allowedAttributes: { "*": ["style"], a: ["href", "title", "style"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nonTextTags: unread,
    transformTags: {
      "*": (name, attributes) => {
        const tagName = Object.hasOwn(renamed, name) ? renamed[name] ?? name : name
        const usual = Object.hasOwn(look.elements, tagName) ? look.elements[tagName] ?? "" : ""
        const style = [usual, safeStyle(attributes["style"] ?? "", look.behind)].filter((part) => part !== "").join(";")
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
