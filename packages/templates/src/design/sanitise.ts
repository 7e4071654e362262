import {
  type Color,
  removedElements,
  renamedElements,
  richElements,
  safeStyle
} from "@telemark/html"
import sanitizeHtml from "sanitize-html"

export interface RichLook {
  /** CSS declarations by element name. */
  readonly elements: Readonly<Record<string, string>>
  readonly behind: Color
}

/** Thrown for HTML that is nested too deeply. */
export class NestsTooDeeply {}

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
export const sanitise = (
  html: string,
  look: RichLook,
  mayLink: (href: string) => boolean
): string =>
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
