import sanitizeHtml from "sanitize-html"
import type { Color } from "@telemark/html"
import { safeStyle } from "./styles.js"

export interface RichLook {
  /** CSS declarations by element name. */
  readonly elements: Readonly<Record<string, string>>
  readonly behind: Color
}

/** Thrown for HTML that is nested too deeply. */
export class NestsTooDeeply {}

const allowedTags = [
  "a", "b", "blockquote", "br", "code", "em", "h1", "h2", "h3", "hr", "i", "li", "ol", "p", "pre", "s", "small", "span",
  "strong", "sub", "sup", "u", "ul"
]

/** Replacements for elements that editors write, to keep their meaning. */
const renamed: Readonly<Record<string, string>> = { div: "p", h4: "h3", h5: "h3", h6: "h3", strike: "s", del: "s" }

/** Elements removed with their content. Of other elements the text stays. */
const unread = ["script", "style", "textarea", "option", "xmp", "title", "template", "noscript", "iframe", "object", "svg", "math"]

/** The parser takes quadratic time in the depth: 11 s for 256 KiB of `<a><li>`, 90 ms with this bound. */
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

/** Well-formed HTML with only allowed elements, attributes and declarations. Links without `mayLink` lose their address. Throws `NestsTooDeeply`. */
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
