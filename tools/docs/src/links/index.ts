import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Finding, type Outcome, together } from "../finding.js"
import { parse } from "../markdown/index.js"
import { type Page, root } from "../pages.js"
import { sidebar, sitePages } from "../site/index.js"
import { checkLinks } from "./links.js"

export { checkLinks, type Linked } from "./links.js"

/** Whether the sidebar leads to every page of the site, and nowhere else. */
const checkSidebar = (paths: ReadonlyArray<string>): Outcome => {
  const file = "tools/docs/src/site/sidebar.ts"
  const linked = sidebar().flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`))
  const dead = linked
    .filter((path) => !paths.includes(path))
    .map((path): Finding => ({
      file,
      line: 1,
      message: `leads to ${path}, which isn't on the site`
    }))
  const missing = paths
    .filter((path) => path !== "index.md" && !linked.includes(path))
    .map((path): Finding => ({ file, line: 1, message: `leaves out ${path}` }))
  return { checked: linked.length, findings: [...dead, ...missing] }
}

/** The links of all pages: in the repository, and as they are on the site. */
export const links = (pages: ReadonlyArray<Page>): Outcome => {
  const site = sitePages().map(({ path, text }) => ({ file: path, ...parse(text) }))
  return together([
    checkLinks(pages, { exists: (path) => existsSync(join(root, path)) }),
    checkLinks(site, { exists: () => false, pageAt: (path) => path }),
    checkSidebar(site.map(({ file }) => file))
  ])
}
