/** A value, or a tag that opens, divides or closes a block such as `{{#if}}`. */
type Kind = "value" | "open" | "else" | "close" | "comment"

/** A merge tag, such as `{{name}}`. */
export interface MergeTag {
  readonly source: string
  readonly kind: Kind
}

/** A merge tag, or the text between two. */
type Piece = { readonly text: string } | { readonly tag: MergeTag }

/** A text split at its merge tags, or why it can't be. */
export type ScannedMergeTags =
  | { readonly _tag: "Pieces"; readonly pieces: ReadonlyArray<Piece> }
  | { readonly _tag: "Refused"; readonly reasons: ReadonlyArray<string> }

const refused = (...reasons: ReadonlyArray<string>): ScannedMergeTags => ({
  _tag: "Refused",
  reasons
})

const endings: Readonly<Record<string, string>> = { '"': '"', "'": "'", "[": "]" }

/** The index of the closing quote, -1 if there is none. */
const endOfQuoted = (text: string, from: number): number => {
  const ending = endings[text.charAt(from)] ?? ""
  for (let at = from + 1; at < text.length; at++) {
    if (text.startsWith(`\\${ending}`, at)) at++
    else if (text.startsWith(ending, at)) return at
  }
  return -1
}

/** The index after the merge tag at `from`, -1 if it isn't closed. */
const endOfTag = (text: string, from: number): number => {
  const comment = /^\{\{~?!(--)?/.exec(text.slice(from, from + 6))
  if (comment !== null) {
    const ending = comment[1] === undefined ? /\}\}/g : /--~?\}\}/g
    ending.lastIndex = from + comment[0].length
    return ending.exec(text) === null ? -1 : ending.lastIndex
  }
  for (let at = from + 2; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === "}" && text.charAt(at + 1) === "}") return at + 2
    if (character === "{" || character === "}") return -1
    if (endings[character] !== undefined) {
      at = endOfQuoted(text, at)
      if (at < 0) return -1
    }
  }
  return -1
}

const kindOf = (source: string): Kind => {
  const inner = source.replace(/^\{\{~?\s*/, "").replace(/\s*~?\}\}$/, "")
  if (inner.startsWith("!")) return "comment"
  if (inner.startsWith("/")) return "close"
  if (inner === "^" || /^else(?:\s|$)/.test(inner)) return "else"
  return inner.startsWith("#") || inner.startsWith("^") ? "open" : "value"
}

/** Editors write quotes and spaces within merge tags as character references. */
const decoded = (source: string): string =>
  source
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/&(?:nbsp|#160|#xa0);|\u00a0/gi, " ")

const notEscaping = "must not have unescaped merge tags: write {{name}}"
const notClosed = "has a merge tag that isn't closed by }}"

/** The beginning of a merge tag that writes data unescaped. */
const unescaped = /^\{\{~?\s*(?:\{|&(?!nbsp;|#160;|#xa0;))/i

const problemOf = (source: string): string | undefined => {
  if (unescaped.test(source)) return notEscaping
  if (kindOf(source) === "comment") return undefined
  if (/[<>&]/.test(source)) return "must not have <, > or & in a merge tag"
  return endOfTag(source, 0) === source.length ? undefined : notClosed
}

/**
 * Splits a text at its merge tags. Refuses unescaped ones, since everything in a block is text.
 * `\{{name}}` is text, as in Handlebars. Drops comments.
 */
export const splitAtMergeTags = (text: string): ScannedMergeTags => {
  const pieces: Array<Piece> = []
  let from = 0
  for (;;) {
    const open = text.indexOf("{{", from)
    if (open < 0) break
    const backslashes = /\\{0,2}$/.exec(text.slice(Math.max(from, open - 2), open))?.[0].length ?? 0
    if (open > from) pieces.push({ text: text.slice(from, open - Math.min(backslashes, 1)) })
    if (backslashes === 1) {
      pieces.push({ text: "{{" })
      from = open + 2
      continue
    }
    if (unescaped.test(text.slice(open, open + 16))) return refused(notEscaping)
    const end = endOfTag(text, open)
    if (end < 0) return refused(notClosed)
    const source = decoded(text.slice(open, end))
    const reason = problemOf(source)
    if (reason !== undefined) return refused(reason)
    const kind = kindOf(source)
    if (kind !== "comment") pieces.push({ tag: { source, kind } })
    from = end
  }
  pieces.push({ text: text.slice(from) })
  return { _tag: "Pieces", pieces }
}
