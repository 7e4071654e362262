/**
 * The anchor of a heading, as GitHub makes it, so that one link works in the repository and on the
 * site.
 */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")

/** The anchors of a page's headings: what comes again is numbered. */
export const slugs = (headings: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  return headings.map((heading) => {
    const base = slug(heading)
    const count = counts.get(base) ?? 0
    counts.set(base, count + 1)
    return count === 0 ? base : `${base}-${String(count)}`
  })
}
