/** Text that is HTML already. Everything else is escaped where it enters. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | ReadonlyArray<Html>

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const render = (part: Part): string => {
  if (part instanceof Html) return part.text
  return typeof part === "object" ? part.map(render).join("") : escape(String(part))
}

/** HTML with values in it; whatever isn't `Html` is escaped, for text and for quoted attributes alike. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index] ?? "") : "")).join(""))

/** Nothing. */
export const nothing = new Html("")
