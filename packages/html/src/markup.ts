/** Text that is HTML already. All other values are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | ReadonlyArray<Html>

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "{": "&#123;",
  "}": "&#125;",
  "\\": "&#92;"
}

/**
 * Escapes these characters of a text as HTML shows them. Most texts have none of them, which a test
 * tells in half the time.
 */
const makeEscape = (characters: string): ((text: string) => string) => {
  const pattern = `[${characters.replace("\\", "\\\\")}]`
  const needed = new RegExp(pattern)
  const each = new RegExp(pattern, "g")
  return (text) =>
    needed.test(text) ? text.replace(each, (character) => references[character] ?? "") : text
}

/** Text as HTML shows it, also in a quoted attribute. */
export const escapeHtml = makeEscape(`&<>"'`)

/** Text as the content of an element. Quotes stay: merge tags such as `{{helper "text"}}` have some. */
export const escapeContent = makeEscape("&<>")

const escapeTags = makeEscape('&<>"{}\\')

/**
 * Text in a template, as content and in double quotes. Braces and backslashes are escaped, too, so
 * that it can't begin or alter a merge tag.
 */
export const escapeTemplateText = (text: string): string =>
  escapeTags(text.replace(/[\x00-\x08\v\f\x0e-\x1f\x7f]/g, ""))

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  return typeof part === "object" ? part.map(render).join("") : escapeHtml(String(part))
}

/** Fills values into HTML. All but `Html` are escaped, for text and for quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(
    strings
      .map((text, index) => text + (index < parts.length ? render(parts[index] ?? "") : ""))
      .join("")
  )

export const nothing = new Html("")
