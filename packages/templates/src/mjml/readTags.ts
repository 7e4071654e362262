import { Attributes } from "@telemark/html"

/** `to` is exclusive. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * A piece of markup. Comments, declarations and the contents of script, style and title elements
 * are skipped.
 */
export type Token =
  | (Stretch & { readonly kind: "text" })
  | (Stretch & { readonly kind: "close"; readonly name: string })
  | (Stretch & {
      readonly kind: "open"
      readonly name: string
      readonly isSelfClosing: boolean
      /** Whether it contains a merge tag outside attribute values. */
      readonly hasLooseTags: boolean
    })
  /** From here to the end nothing is markup, because what the parser `expects` is missing. */
  | (Stretch & { readonly kind: "endless"; readonly expects: string })

const name = /[a-z][^\s>/]*/iy
const rawText: ReadonlyArray<string> = ["script", "style", "title"]

const stickyAt = (pattern: RegExp, source: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ""
}

const openTag = (source: string, from: number): Token => {
  const found = stickyAt(name, source, from + 1)
  const attributes = new Attributes(source, from + 1 + found.length)
  let hasLooseTags = found.includes("{{")
  while (attributes.next()) hasLooseTags ||= /^[^=]*(?:\{\{|\}\})/.test(attributes.name)
  const { end, tagEnd } = attributes
  if (tagEnd < 0)
    return {
      kind: "endless",
      from,
      to: source.length,
      expects: "the > of a tag, or a quote in it"
    }
  return {
    kind: "open",
    from,
    to: tagEnd + 1,
    name: found.toLowerCase(),
    isSelfClosing: tagEnd > end && source.charAt(tagEnd - 1) === "/",
    hasLooseTags
  }
}

const until = (source: string, from: number, ending: string): Stretch | undefined => {
  const found = source.indexOf(ending, from)
  return found < 0 ? undefined : { from, to: found + ending.length }
}

/** The token at a `<`. Undefined for text, `skip` for what MJML ignores. */
const markupAt = (
  source: string,
  from: number
): Token | { readonly kind: "skip"; readonly to: number } | undefined => {
  const next = source.charAt(from + 1)
  const ended = (ending: string): Token | { readonly kind: "skip"; readonly to: number } => {
    const found = until(source, from, ending)
    return found === undefined
      ? { kind: "endless", from, to: source.length, expects: ending }
      : { kind: "skip", to: found.to }
  }
  if (source.startsWith("<!--", from)) return ended("-->")
  if (source.startsWith("<![CDATA[", from)) return ended("]]>")
  if (next === "!" || next === "?") return ended(">")
  if (/[a-z]/i.test(next)) return openTag(source, from)
  if (next !== "/" || !/[a-z]/i.test(source.charAt(from + 2))) return undefined
  const closing = until(source, from, ">")
  if (closing === undefined)
    return { kind: "endless", from, to: source.length, expects: "the > of a tag" }
  return { kind: "close", ...closing, name: stickyAt(name, source, from + 2).toLowerCase() }
}

const endOfRawText = (source: string, from: number, element: string): number => {
  const ending = new RegExp(`</${element}(?=[\\s>/])`, "gi")
  ending.lastIndex = from
  return ending.exec(source)?.index ?? -1
}

/** Splits markup into tokens like MJML's parser, which reads it as HTML instead of XML. */
export function* readTags(source: string): Generator<Token> {
  let text = 0
  let at = 0
  for (;;) {
    const open = source.indexOf("<", at)
    const markup = open < 0 ? undefined : markupAt(source, open)
    if (open >= 0 && markup === undefined) {
      at = open + 1
      continue
    }
    const to = open < 0 ? source.length : open
    if (to > text) yield { kind: "text", from: text, to }
    if (markup === undefined) return
    if (markup.kind !== "skip") yield markup
    at = markup.to
    if (markup.kind === "open" && !markup.isSelfClosing && rawText.includes(markup.name)) {
      const end = endOfRawText(source, at, markup.name)
      if (end < 0) {
        yield {
          kind: "endless",
          from: markup.from,
          to: source.length,
          expects: `</${markup.name}>`
        }
        return
      }
      at = end
    }
    if (markup.kind === "endless") return
    text = at
  }
}
