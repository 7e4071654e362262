import { posix } from "node:path"
import type { Page } from "../pages.js"
import { pageAt, sitePath, targetOf } from "./sitePath.js"

/** A link as it is on the site; nothing if what it leads to isn't there. */
const onSite = (file: string, href: string): string | undefined => {
  const target = targetOf(file, href)
  if (target === undefined || href.startsWith("#")) return href
  const [from, to] = [sitePath(file), sitePath(pageAt(target.path))]
  if (from === undefined || to === undefined) return undefined
  const path = posix.relative(posix.dirname(from), to)
  return `${path.startsWith(".") ? path : `./${path}`}${target.anchor === "" ? "" : `#${target.anchor}`}`
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * The text of a page with links that hold on the site. What leads to files that aren't there
 * becomes plain text.
 */
export const rewritten = (page: Page): string =>
  [...new Set(page.links.map(({ href }) => href))].reduce((text, href) => {
    const found = onSite(page.file, href)
    if (found === href) return text
    return found === undefined
      ? text.replace(
          new RegExp(`\\[([^\\]]*)\\]\\(${literal(href)}\\)`, "g"),
          (_, label: string) => label
        )
      : text.replaceAll(`](${href})`, () => `](${found})`)
  }, page.text)
