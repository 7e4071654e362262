import type { Group } from "./sidebar.js"

/** A page as language models are given it. */
export interface Source {
  /** Its path on the site: `embedding.md`. */
  readonly path: string
  readonly title: string
  readonly text: string
}

const summary =
  "Transactional email as a TypeScript library for Node.js, on SQLite or Postgres, with an HTTP server around it for those who want one."

/** The first sentence of a page. */
export const firstSentence = (text: string): string => {
  const paragraphs = text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, "")
    .split(/\n{2,}/)
    .map((one) => one.trim())
  const prose = paragraphs.find((one) => /^(?:\p{L}|`(?!`)|\[|\*\*)/u.test(one)) ?? ""
  const line = prose
    .replace(/\s+/g, " ")
    .replace(/^\*\*[^*]+\.\*\* /, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
  return /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line.replace(/:$/, ".")
}

/** `llms.txt`: what there is to read, each page as Markdown, in the order of the sidebar. */
export const llmsText = (groups: ReadonlyArray<Group>, pages: ReadonlyArray<Source>): string => {
  const lineOf = (text: string, path: string): ReadonlyArray<string> =>
    pages
      .filter((page) => page.path === path)
      .map((page) => `- [${text}](${path}): ${firstSentence(page.text)}`)
  const parts = groups.map(({ items, text }) =>
    [
      `## ${text}`,
      items.flatMap((item) => lineOf(item.text, `${item.link.slice(1)}.md`)).join("\n")
    ].join("\n\n")
  )
  return `${["# Telemark", `> ${summary}`, "All of it in one file: [llms-full.txt](llms-full.txt). The HTTP interface: [openapi.json](openapi.json).", ...parts].join("\n\n")}\n`
}

/** `llms-full.txt`: the pages of the sidebar one after the other. */
export const llmsFullText = (
  groups: ReadonlyArray<Group>,
  pages: ReadonlyArray<Source>
): string => {
  const paths = groups.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`))
  const texts = paths.flatMap((path) =>
    pages
      .filter((page) => page.path === path)
      .map(({ text }) => `<!-- ${path} -->\n\n${text.trim()}`)
  )
  return `${texts.join("\n\n---\n\n")}\n`
}
