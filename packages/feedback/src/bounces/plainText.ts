const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["colon", ":"],
  ["commat", "@"],
  ["period", "."]
])

const breaks: ReadonlySet<string> = new Set([
  "br",
  "p",
  "div",
  "tr",
  "li",
  "h1",
  "h2",
  "h3",
  "h4",
  "table",
  "ul",
  "pre",
  "hr",
  "blockquote",
  "td"
])
const hidden: ReadonlySet<string> = new Set(["style", "script", "head", "title"])

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,8}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      const point =
        decimal !== undefined
          ? Number(decimal)
          : hex !== undefined
            ? Number.parseInt(hex, 16)
            : undefined
      if (point !== undefined)
        return point === 160
          ? " "
          : point > 31 && point <= 0x10ffff
            ? String.fromCodePoint(point).toWellFormed()
            : " "
      return entities.get(name?.toLowerCase() ?? "") ?? entity
    }
  )

/**
 * The text of HTML, one block a line, in linear time: enough to look for codes and addresses in it,
 * but not to show.
 */
export const plainText = (html: string): string => {
  const pieces: Array<string> = []
  let skipped: string | undefined
  let position = 0
  while (position < html.length) {
    const open = html.indexOf("<", position)
    const end = open === -1 ? html.length : open
    // A line break in HTML is a blank; only tags begin lines.
    if (skipped === undefined) pieces.push(html.slice(position, end).replace(/\s+/g, " "))
    if (open === -1) break
    const close = html.indexOf(">", open)
    if (close === -1) break
    const name = /^\/?([a-z][a-z0-9]{0,15})/i
      .exec(html.slice(open + 1, open + 18))?.[1]
      ?.toLowerCase()
    const isEnd = html.charAt(open + 1) === "/"
    if (skipped !== undefined) {
      if (isEnd && name === skipped) skipped = undefined
    } else if (name !== undefined && hidden.has(name) && !isEnd) skipped = name
    else if (name === "p" || name === "table") pieces.push("\n\n")
    else if (name !== undefined && breaks.has(name)) pieces.push("\n")
    position = close + 1
  }
  return decodeEntities(pieces.join(""))
}
