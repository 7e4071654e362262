import { readTags, type Token } from "./readTags.js"

export interface MjmlElements {
  readonly known: ReadonlySet<string>
  /** Those whose content is HTML, passed on unchanged. Others contain only elements. */
  readonly holdingHtml: ReadonlySet<string>
}

interface Structure {
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

interface OpenElement {
  readonly name: string
  readonly line: number
}

const maxReported = 20

// Void elements of HTML, such as `<br>`.
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

/** A backslash escapes a merge tag. */
const mergeTag = /(?<!\\)\{\{/

/** Replaces Handlebars comments by blanks: losing them does no harm. */
const withoutComments = (text: string): string =>
  text.replace(/\{\{~?!--[\s\S]*?--~?\}\}|\{\{~?![^}]*\}\}/g, (comment) =>
    comment.replace(/\S/g, " ")
  )

const isOfMjml = (name: string): boolean => name === "mjml" || name.startsWith("mj-")

export const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

const makeLineAt = (source: string) => {
  let line = 1
  let at = 0
  return (position: number): number => {
    for (
      let next = source.indexOf("\n", at);
      next >= 0 && next < position;
      next = source.indexOf("\n", at)
    ) {
      line += 1
      at = next + 1
    }
    return line
  }
}

class Reader {
  readonly problems = new Set<string>()
  readonly warnings = new Set<string>()
  private readonly open: Array<OpenElement> = []
  private root: "none" | "mjml" | "other" = "none"

  constructor(private readonly elements: MjmlElements) {}

  get isMjml(): boolean {
    return this.root === "mjml"
  }

  take(token: Token, line: number, text: string): void {
    if (this.root === "other") return
    switch (token.kind) {
      case "open":
        return this.opened(token, line)
      case "close":
        return this.closed(token.name, line)
      case "text":
        return this.text(text, line)
      case "endless":
        this.open.length = 0
        return this.report(
          line,
          `nothing after this is parsed as an element: ${token.expects} is missing`
        )
    }
  }

  end(): void {
    for (const element of this.open)
      this.report(
        element.line,
        `${short(element.name)} isn't closed; write </${short(element.name)}> or end its tag with />`
      )
  }

  private get holder(): OpenElement | undefined {
    const last = this.open.at(-1)
    return last !== undefined && this.elements.holdingHtml.has(last.name) ? last : undefined
  }

  private opened(
    { hasLooseTags, isSelfClosing, name }: Extract<Token, { readonly kind: "open" }>,
    line: number
  ): void {
    const { holder } = this
    if (holder !== undefined) {
      if (!isOfMjml(name)) return
      this.report(
        line,
        `${short(name)} can't be in ${holder.name}, which contains html: close the ${holder.name} of line ${holder.line} before it`
      )
      this.open.pop()
    }
    if (this.open.length === 0) {
      if (this.root === "none") this.root = name === "mjml" ? "mjml" : "other"
      else this.report(line, `${short(name)} comes after </mjml>; nothing may follow it`)
      if (this.root === "other") return
    }
    if (!this.elements.known.has(name)) {
      this.report(
        line,
        isOfMjml(name)
          ? `there is no element ${short(name)}`
          : `${short(name)} isn't an MJML element; put html into mj-text, mj-table or mj-raw`
      )
    }
    if (hasLooseTags)
      this.report(
        line,
        `a merge tag in ${short(name)} is outside of attribute values, where MJML drops it`
      )
    if (!isSelfClosing && !empty.has(name)) this.open.push({ name, line })
  }

  private closed(name: string, line: number): void {
    const last = this.open.at(-1)
    if (last?.name === name) {
      this.open.pop()
      return
    }
    if (this.holder !== undefined && !isOfMjml(name)) return
    const at = this.open.findLastIndex((element) => element.name === name)
    if (at >= 0) {
      for (const element of this.open.splice(at).slice(1)) {
        this.report(
          element.line,
          `${short(element.name)} isn't closed before </${short(name)}> on line ${line}`
        )
      }
    } else if (last === undefined || this.elements.known.has(name)) {
      this.report(line, `</${short(name)}> closes no open element; remove it`)
    } else {
      // Probably misspelt: treated as the end of the open element, so that what follows is in the
      // right place.
      this.open.pop()
      this.report(
        line,
        `</${short(name)}> doesn't close the ${short(last.name)} of line ${last.line}; write </${short(last.name)}>`
      )
    }
  }

  private text(text: string, line: number): void {
    const inside = this.open.at(-1)?.name ?? ""
    if (this.elements.holdingHtml.has(inside) || inside === "mj-html-attribute") return
    const shown = withoutComments(text)
    const first = shown.search(mergeTag)
    const lineOf = (position: number) => line + text.slice(0, position).split("\n").length - 1
    if (first >= 0) {
      this.report(
        lineOf(first),
        "a merge tag is between elements, where MJML drops it; put a value into mj-text, and each of {{#each}}, {{#if}} and their closing tags into its own mj-raw"
      )
    } else if (shown.trim() !== "") {
      this.warnings.add(
        `line ${lineOf(shown.search(/\S/))}: text between elements is dropped; put it into mj-text`
      )
    }
  }

  private report(line: number, problem: string): void {
    if (this.problems.size < maxReported) this.problems.add(`line ${line}: ${problem}`)
  }
}

/**
 * Finds unknown, unclosed and mismatched elements, and merge tags that MJML drops: its parser
 * accepts them and loses text. Ignores what isn't MJML.
 */
export const inspectStructure = (source: string, elements: MjmlElements): Structure => {
  const reader = new Reader(elements)
  const lineAt = makeLineAt(source)
  for (const token of readTags(source))
    reader.take(
      token,
      lineAt(token.from),
      token.kind === "text" ? source.slice(token.from, token.to) : ""
    )
  reader.end()
  return reader.isMjml
    ? { problems: [...reader.problems], warnings: [...reader.warnings].slice(0, maxReported) }
    : { problems: [], warnings: [] }
}
