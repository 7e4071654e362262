import { escapeHtml } from "@telemark/html"
import type { RichNode } from "./readRich.js"

/** Quotes stay as they are: merge tags such as `{{helper "text"}}` have some. */
const inText = (text: string): string =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replaceAll("\u00a0", "&nbsp;")

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value).replaceAll("&#39;", "'")}"`

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
