/** Text that is HTML already. All other values are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | ReadonlyArray<Html>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const needsEntity = /[&<>"']/

/**
 * Text as HTML shows it, also in a quoted attribute. Most has nothing to replace, which a test
 * tells in half the time.
 */
export const escapeHtml = (text: string): string =>
  needsEntity.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? "") : text

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
