import { designRules } from "@telemark/contract"
import {
  attributeOf,
  type Color,
  readHtml,
  removedElements,
  renamedElements,
  richElements,
  safeStyle
} from "@telemark/html"
import { decodeHTML, decodeHTMLAttribute } from "entities"

/** An element of rich text, with what the server leaves of its attributes. */
export interface RichElement {
  readonly name: string
  readonly href?: string
  readonly title?: string
  readonly style?: string
  readonly children: ReadonlyArray<RichNode>
}

export type RichNode = string | RichElement

interface Open {
  readonly name: string
  readonly attributes: Omit<RichElement, "children" | "name">
  readonly children: Array<RichNode>
}

const allowed = new Set(richElements)
const removed = new Set(removedElements)
const voids = new Set(["br", "hr"])
const blocks = new Set(["blockquote", "h1", "h2", "h3", "hr", "li", "ol", "p", "pre", "ul"])

/** As deep as the server reads it. */
const maxDepth = 100

const attributesOf = (name: string, source: string, behind: Color): Open["attributes"] => {
  const read = (attribute: string): string | undefined => {
    const value = attributeOf(source, attribute)
    return value === undefined ? undefined : decodeHTMLAttribute(value)
  }
  const href = name === "a" ? read("href")?.trim() : undefined
  const title = name === "a" ? read("title") : undefined
  const style = safeStyle(read("style") ?? "", behind)
  return {
    ...(href !== undefined && designRules.isLink(href) ? { href } : {}),
    ...(title === undefined ? {} : { title }),
    ...(style === "" ? {} : { style })
  }
}

/**
 * Rich text as a tree, by the server's rules: elements and attributes that it drops aren't there.
 * Builds no DOM, so that nothing can run, load or be styled.
 */
export const readRich = (html: string, behind: Color): ReadonlyArray<RichNode> => {
  const root: Open = { name: "", attributes: {}, children: [] }
  const stack: Array<Open> = [root]
  let removing: string | undefined
  let removedDepth = 0
  const top = (): Open => stack.at(-1) ?? root
  const close = (): void => {
    const ended = stack.length > 1 ? stack.pop() : undefined
    if (ended !== undefined)
      top().children.push({ name: ended.name, ...ended.attributes, children: ended.children })
  }
  const closeTo = (name: string, until: (open: string) => boolean): void => {
    for (let at = stack.length - 1; at > 0 && !until(stack[at]?.name ?? ""); at--) {
      if (stack[at]?.name !== name) continue
      while (stack.length > at) close()
      return
    }
  }
  readHtml(html, {
    onText: (text) => {
      if (removing === undefined) top().children.push(decodeHTML(text))
    },
    onOpen: (given, source) => {
      if (removing !== undefined) {
        if (given === removing) removedDepth++
        return
      }
      if (removed.has(given)) {
        // The content of these isn't read at all.
        if (["script", "style", "textarea", "xmp", "title", "template", "iframe"].includes(given))
          return
        removing = given
        removedDepth = 1
        return
      }
      const name = Object.hasOwn(renamedElements, given) ? (renamedElements[given] ?? given) : given
      if (!allowed.has(name)) return
      if (blocks.has(name)) closeTo("p", (open) => open === "blockquote" || open === "li")
      if (name === "li") closeTo("li", (open) => open === "ul" || open === "ol")
      const attributes = attributesOf(name, source, behind)
      if (voids.has(name)) top().children.push({ name, ...attributes, children: [] })
      else if (stack.length <= maxDepth) stack.push({ name, attributes, children: [] })
    },
    onClose: (given) => {
      if (removing !== undefined) {
        if (given === removing && --removedDepth === 0) removing = undefined
        return
      }
      closeTo(
        Object.hasOwn(renamedElements, given) ? (renamedElements[given] ?? given) : given,
        () => false
      )
    }
  })
  while (stack.length > 1) close()
  return root.children
}
