/** The languages that somebody reads, best first: `de-AT, de;q=0.9` is `["de-at", "de"]`. */
const accepted = (header: string): ReadonlyArray<string> =>
  header
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith("q="))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

/** The best of `available` for a locale or an Accept-Language; otherwise the first. */
export const chooseLocale = (
  available: readonly [string, ...Array<string>],
  wanted: string | null | undefined
): string => {
  for (const tag of accepted(wanted ?? "")) {
    const [language] = tag.split("-")
    const found =
      available.find((locale) => locale.toLowerCase() === tag) ??
      available.find((locale) => locale.toLowerCase() === language)
    if (found !== undefined) return found
  }
  return available[0]
}
