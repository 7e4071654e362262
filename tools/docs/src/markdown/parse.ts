import MarkdownIt from "markdown-it"
import { slugs } from "./slug.js"

/** A code block of a page. */
export interface CodeBlock {
  /** The line of its fence, from 1. */
  readonly line: number
  /** The first word behind the fence; empty where there is none. Indented code is a `console`. */
  readonly language: string
  /** What is behind the language. */
  readonly note: string
  readonly text: string
  /** The anchor of the heading that it stands under. */
  readonly section: string
}

/** A link or a picture of a page. */
export interface Link {
  /** The line on which its paragraph begins, from 1. */
  readonly line: number
  readonly href: string
}

/** What the checks want to know of a page. */
export interface Parsed {
  readonly title: string
  readonly blocks: ReadonlyArray<CodeBlock>
  readonly links: ReadonlyArray<Link>
  /** The anchors of its headings. */
  readonly anchors: ReadonlySet<string>
}

const parser = new MarkdownIt({ html: true })

type Token = ReturnType<MarkdownIt["parse"]>[number]

const lineOf = (token: Token): number => (token.map?.[0] ?? 0) + 1

const plain = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === "text" || type === "code_inline")
    .map(({ content }) => content)
    .join("")

const blockOf = (token: Token, section: string): CodeBlock => {
  const [first = "", ...rest] = token.info.trim().split(/\s+/)
  const language = token.type === "code_block" ? "console" : first
  return { line: lineOf(token), language, note: rest.join(" "), text: token.content, section }
}

/** The code blocks, and under which heading each stands. */
const blocksOf = (
  tokens: ReadonlyArray<Token>,
  anchors: ReadonlyArray<string>
): ReadonlyArray<CodeBlock> => {
  const blocks: Array<CodeBlock> = []
  let headings = 0
  for (const token of tokens) {
    if (token.type === "heading_open") headings++
    if (token.type === "fence" || token.type === "code_block")
      blocks.push(blockOf(token, anchors[headings - 1] ?? ""))
  }
  return blocks
}

const linksOf = (token: Token): ReadonlyArray<Link> =>
  (token.children ?? []).flatMap((child) => {
    const href = child.attrGet(child.type === "image" ? "src" : "href")
    return typeof href === "string" ? [{ line: lineOf(token), href }] : []
  })

/** Text without its front matter, line numbers kept. */
const withoutFrontMatter = (text: string): string =>
  text.replace(/^---\n[\s\S]*?\n---\n/, (matter) => "\n".repeat(matter.split("\n").length - 1))

/** Reads a page. */
export const parse = (text: string): Parsed => {
  const tokens = parser.parse(withoutFrontMatter(text), {})
  const headings = tokens.flatMap((token, index) =>
    token.type === "heading_open" ? [plain(tokens[index + 1])] : []
  )
  const anchors = slugs(headings)
  return {
    title: headings[0] ?? "",
    blocks: blocksOf(tokens, anchors),
    links: tokens.filter(({ type }) => type === "inline").flatMap(linksOf),
    anchors: new Set(anchors)
  }
}
