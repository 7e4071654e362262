import type { Finding, Outcome } from "../finding.js"
import type { Link, Parsed } from "../markdown/index.js"
import { pageAt, targetOf } from "../site/index.js"

/** A page whose links are looked at. */
export type Linked = Pick<Parsed, "anchors" | "links"> & { readonly file: string }

/** What a link may lead to beside pages. */
export interface Elsewhere {
  /** Whether there is a file or folder of that path. */
  readonly exists: (path: string) => boolean
  /** The page that stands for a path. */
  readonly pageAt?: (path: string) => string
}

const problemOf = (
  file: string,
  { href }: Link,
  pages: ReadonlyMap<string, Linked>,
  elsewhere: Elsewhere
): string | undefined => {
  const target = targetOf(file, href)
  if (target === undefined) return undefined
  const page = pages.get((elsewhere.pageAt ?? pageAt)(target.path))
  if (page === undefined && !elsewhere.exists(target.path))
    return `there is no ${target.path}, which ${href} leads to`
  if (target.anchor === "" || page?.anchors.has(target.anchor) === true) return undefined
  return page === undefined
    ? `${href} has an anchor, but leads to no page`
    : `${page.file} has no heading #${target.anchor}, which ${href} leads to`
}

/** Whether each link between these pages leads to a file that is there, and to a heading of it. */
export const checkLinks = (pages: ReadonlyArray<Linked>, elsewhere: Elsewhere): Outcome => {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const findings = pages.flatMap(({ file, links }) =>
    links.flatMap((link): ReadonlyArray<Finding> => {
      const message = problemOf(file, link, byFile, elsewhere)
      return message === undefined ? [] : [{ file, line: link.line, message }]
    })
  )
  return { checked: pages.reduce((sum, { links }) => sum + links.length, 0), findings }
}
