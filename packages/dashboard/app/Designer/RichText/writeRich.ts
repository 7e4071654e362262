import { escapeContent } from "@telemark/html"
import type { RichNode } from "./readRich.js"

const inText = (text: string): string => escapeContent(text).replaceAll("\u00a0", "&nbsp;")

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeContent(value).replaceAll('"', "&quot;")}"`

/** Rich text as HTML. */
export const writeRich = (nodes: ReadonlyArray<RichNode>): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return inText(node)
      const { children, href, name, style, title } = node
      const open = `<${name}${attribute("href", href)}${attribute("title", title)}${attribute("style", style)}>`
      return name === "br" || name === "hr" ? open : `${open}${writeRich(children)}</${name}>`
    })
    .join("")
