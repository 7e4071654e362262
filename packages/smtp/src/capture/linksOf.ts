import { parseUrl } from "@telemark/contract"

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const unescape = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code =
        decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined
      if (code === undefined) return named[(name ?? "").toLowerCase()] ?? whole
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
  )

/**
 * The beginning of every URL that a browser reads as http. Parsing a non-URL throws an error, and
 * there may be 100,000 of them.
 */
const begin = /^[\0- ]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p/i

const isWeb = (url: string): boolean =>
  begin.test(url) && /^https?:$/.test(parseUrl(url)?.protocol ?? "")

/**
 * A tag ends before the next `<`: scanning further from each would take minutes for a mail of
 * nothing but `<a `.
 */
const anchor = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/**
 * The distinct web addresses that a mail links to, such as that of a confirmation. The sandboxed
 * frame that shows the mail can't open them.
 */
export const linksOf = (mail: {
  readonly html: string | null
  readonly text: string | null
}): ReadonlyArray<string> => {
  const found =
    mail.html === null
      ? ((mail.text ?? "").match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/gi) ?? [])
      : [...mail.html.matchAll(anchor)].map(([, double, single]) =>
          unescape(double ?? single ?? "").trim()
        )
  return [...new Set(found.filter(isWeb))]
}
