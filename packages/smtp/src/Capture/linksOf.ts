import { parseUrl } from "@telemark/core"

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

/** The character references that occur in URLs. */
const unescape = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined
    if (code === undefined) return named[(name ?? "").toLowerCase()] ?? whole
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** How every URL begins that a browser takes for http. A text that is no URL costs a thrown error, and there may be a hundred thousand of them. */
const begin = /^[\0- ]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p/i

const isWeb = (url: string): boolean => begin.test(url) && /^https?:$/.test(parseUrl(url)?.protocol ?? "")

/** No tag goes on after the next `<`: looking farther from each would take minutes for a mail of nothing but `<a `. */
const anchor = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/**
 * The web addresses that a mail links to, each once. The frame that shows the mail can't open any, and
 * following the link of a confirmation is what one mostly looks at a captured mail for.
 */
export const linksOf = (mail: { readonly html: string | null; readonly text: string | null }): ReadonlyArray<string> => {
  const found = mail.html === null
    ? (mail.text ?? "").match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/gi) ?? []
    : [...mail.html.matchAll(anchor)].map(([, double, single]) => unescape(double ?? single ?? "").trim())
  return [...new Set(found.filter(isWeb))]
}
