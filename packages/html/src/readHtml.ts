// Hot path (docs/hot-paths.md): one pass without a tree, 100 µs for 10 kB instead of 280.
import { decodeHTMLAttribute } from "entities"
import { Attributes, isBlankCode } from "./Attributes.js"

/** Receives the pieces of an HTML text in order. Names of elements are in lower case. */
export interface HtmlListener {
  /** Character references aren't decoded. */
  readonly onText?: (text: string) => void
  /** `source` contains the attributes. `at` is its index in the HTML. */
  readonly onOpen: (name: string, source: string, at: number) => void
  /** `at` is the index of the end tag in the HTML. */
  readonly onClose: (name: string, at: number) => void
  /** A comment or a declaration, whole. */
  readonly onComment?: (source: string) => void
}

/** Elements whose content is text in which nothing is a tag (HTML Standard, 13.2.6.2). */
export const rawTextElements: ReadonlySet<string> = new Set(
  "script style title textarea xmp iframe noembed noframes".split(" ")
)

/** Elements whose content is neither visible text nor tags. */
export const unreadElements: ReadonlySet<string> = new Set([...rawTextElements, "template"])

/**
 * The names of most tags, each as one string: the sets and comparisons that follow know it again
 * by its identity, and it needn't be put in lower case.
 */
const usualNames = new Map(
  "a b body br center div em font h1 h2 h3 head html i img li meta ol p span strong style table tbody td th title tr u ul"
    .split(" ")
    .map((name) => [name, name] as const)
)

const nameIn = (html: string, from: number, to: number): string => {
  const name = html.slice(from, to)
  return usualNames.get(name) ?? name.toLowerCase()
}

const isLetter = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

const EXCLAMATION = 0x21
const SLASH = 0x2f
const GREATER = 0x3e
const QUESTION = 0x3f

const endOfName = (html: string, from: number): number => {
  let at = from
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (isBlankCode(code) || code === GREATER || code === SLASH) break
  }
  return at
}

const commentEnd = /--!?>/g

/** The index after the comment or declaration at `open`, -1 if it doesn't end. */
const skipMarkup = (html: string, open: number): number => {
  if (!html.startsWith("<!--", open)) {
    const end = html.indexOf(">", open)
    return end < 0 ? -1 : end + 1
  }
  if (html.startsWith(">", open + 4)) return open + 5
  if (html.startsWith("->", open + 4)) return open + 6
  commentEnd.lastIndex = open + 4
  return commentEnd.test(html) ? commentEnd.lastIndex : -1
}

/** The index of the end tag, -1 if there is none. */
const skipUnread = (html: string, name: string, from: number): number => {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi")
  end.lastIndex = from
  return end.exec(html)?.index ?? -1
}

/** Tags read per step: a few milliseconds. */
const tagsAtOnce = 2048

/**
 * What some elements are recognised by without looking at the whole name: its first letter and
 * length.
 */
const shapeOf = (letter: number, length: number): number => ((letter | 0x20) << 8) | length

/** Which elements a reading tells of; by default all. */
interface HtmlScope {
  /** Elements whose content is neither text nor tags. */
  readonly unread: ReadonlySet<string>
  /** Elements that the listener is called for, perhaps with some others; undefined: all. */
  readonly shapes: ReadonlySet<number> | undefined
}

const everything: HtmlScope = { unread: unreadElements, shapes: undefined }

/** Only these elements, and none of the texts: half the time. */
export const scopeOf = (names: ReadonlyArray<string>, unread: ReadonlySet<string>): HtmlScope => ({
  unread,
  shapes: new Set([...names, ...unread].map((name) => shapeOf(name.charCodeAt(0), name.length)))
})

/**
 * Splits HTML into tags and text as browsers do, in steps and in linear time for any text. Builds
 * no tree. Returns the index of the last comment, tag or element of unread text if that doesn't
 * end, else the length of the HTML.
 */
export function* readHtmlInSteps(
  html: string,
  listener: HtmlListener,
  { shapes, unread } = everything
): Generator<void, number, void> {
  const { onText } = listener
  const attributes = new Attributes(html)
  let at = 0
  let textFrom = 0
  let tags = 0
  const endText = (end: number): void => {
    if (end > textFrom) onText?.(html.slice(textFrom, end))
  }
  for (;;) {
    const open = html.indexOf("<", at)
    if (open < 0) break
    if (++tags % tagsAtOnce === 0) yield
    const code = html.charCodeAt(open + 1)
    const isClosing = code === SLASH
    const isTag = isLetter(isClosing ? html.charCodeAt(open + 2) : code)
    // `</` before anything but a letter begins a comment, unless it is the last of the text.
    if (
      code === EXCLAMATION ||
      code === QUESTION ||
      (isClosing && !isTag && open + 2 < html.length)
    ) {
      endText(open)
      const end = skipMarkup(html, open)
      if (end < 0) return open
      listener.onComment?.(html.slice(open, end))
      at = textFrom = end
    } else if (isTag) {
      endText(open)
      const nameFrom = open + (isClosing ? 2 : 1)
      const nameEnd = endOfName(html, nameFrom)
      let end = attributes.endOfTag(nameEnd)
      while (end === undefined) {
        yield
        end = attributes.restOfTag()
      }
      if (end < 0) return open
      if (
        shapes !== undefined &&
        !shapes.has(shapeOf(html.charCodeAt(nameFrom), nameEnd - nameFrom))
      ) {
        at = textFrom = end + 1
        continue
      }
      const name = nameIn(html, nameFrom, nameEnd)
      if (isClosing) listener.onClose(name, open)
      else listener.onOpen(name, html.slice(nameEnd, end), nameEnd)
      at = textFrom = !isClosing && unread.has(name) ? skipUnread(html, name, end + 1) : end + 1
      if (at < 0) return open
    } else {
      at = open + 1
    }
  }
  endText(html.length)
  return html.length
}

/** The result of a generator, without its pauses. */
export const toEnd = <A>(steps: Generator<void, A, void>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** `readHtmlInSteps` without yielding. `unread` elements have content that is not to be read. */
export const readHtml = (
  html: string,
  listener: HtmlListener,
  unread: ReadonlySet<string> = unreadElements
): number => toEnd(readHtmlInSteps(html, listener, { unread, shapes: undefined }))

/** The value of an attribute with character references, and its index in the source. */
export interface FoundAttribute {
  readonly value: string
  readonly at: number
}

/**
 * The first attribute of this name counts. Character by character: with a pattern, finding link
 * addresses took a tenth of composing an HTML mail.
 */
export const findAttribute = (source: string, wanted: string): FoundAttribute | undefined => {
  const attributes = new Attributes(source)
  while (attributes.next()) {
    if (attributes.isNamed(wanted)) return { value: attributes.value, at: attributes.valueFrom }
  }
  return undefined
}

/**
 * Decodes the character references of an attribute's value. Other rules than for text: `&currency`
 * in an address begins no sign.
 */
export const decodeAttribute = (value: string): string =>
  value.includes("&") ? decodeHTMLAttribute(value) : value

/** The value of an attribute with character references not decoded. Undefined if it is absent. */
export const attributeOf = (source: string, wanted: string): string | undefined =>
  findAttribute(source, wanted)?.value
