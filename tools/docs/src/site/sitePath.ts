import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import { root } from "../pages.js"

/**
 * Where a file of the repository is on the site: `packages/smtp/README.md` is `packages/smtp.md`.
 * Nothing if it isn't on it.
 */
export const sitePath = (file: string): string | undefined => {
  if (file === "README.md" || file === "docs/index.md") return "index.md"
  if (file === "CONTRIBUTING.md") return "contributing.md"
  const readme = /^((?:packages|examples)\/[^/]+|benchmarks)\/README\.md$/.exec(file)?.[1]
  if (readme !== undefined) return `${readme}.md`
  return /^docs\/(?:decisions\/)?[^/]+\.md$/.test(file) ? file.slice("docs/".length) : undefined
}

/** The page that a path of the repository leads to; a folder stands for its README. */
export const pageAt = (path: string): string => {
  const file = path.replace(/\/$/, "")
  return existsSync(join(root, file, "README.md")) ? posix.join(file, "README.md") : file
}

/** A link that leads to another file: its path from the root, and its anchor without the `#`. */
export interface Target {
  readonly path: string
  readonly anchor: string
}

/** Where a link on a page leads; nothing for what leaves the repository. */
export const targetOf = (file: string, href: string): Target | undefined => {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(href)) return undefined
  const [path = "", anchor = ""] = href.split("#")
  return {
    path: path === "" ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path))),
    anchor: decodeURIComponent(anchor)
  }
}
