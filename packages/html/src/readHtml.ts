/** Hears the pieces of an html text in their order. Names of elements are in lower case. */
export interface HtmlListener {
  /** Text as it stands in the source, its character references not decoded. */
  readonly onText: (text: string) => void
  /** `source` holds the attributes; `at` is where it stands in the html. */
  readonly onOpen: (name: string, source: string, at: number) => void
  readonly onClose: (name: string) => void
}

/** Elements whose content isn't text to be read, and holds no tags. */
const unread = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "template"])

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const EQUALS = 0x3d
const GREATER = 0x3e
const SLASH = 0x2f

/** Where the tag ends that has its attributes from `from` on; -1 if it doesn't. Quotes count only after an equals sign. */
const endOfTag = (html: string, from: number): number => {
  let last = 0
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (code === GREATER) return at
    if (last === EQUALS && (code === 0x22 || code === 0x27)) {
      at = html.indexOf(html.charAt(at), at + 1)
      if (at < 0) return -1
      last = 0
    } else if (!isBlank(code)) last = code
  }
  return -1
}

const endOfName = (html: string, from: number): number => {
  let at = from
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at)
    if (isBlank(code) || code === GREATER || code === SLASH) break
  }
  return at
}

/** The index after the comment, declaration or the like at `open`; -1 if it never ends. */
const skipMarkup = (html: string, open: number): number => {
  const isComment = html.startsWith("<!--", open)
  const end = isComment ? html.indexOf("-->", open + 4) : html.indexOf(">", open)
  return end < 0 ? -1 : end + (isComment ? 3 : 1)
}

/** The index of the end tag of an element whose content isn't read; the end of the text if there is none. */
const skipUnread = (html: string, name: string, from: number): number => {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi")
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Tags that are read in one go: they take a few milliseconds. */
const tagsAtOnce = 2048

/**
 * Splits html into tags and text the way browsers do, without building a tree: whatever the text, the time
 * it takes grows with its length alone. It yields between pieces where other work may run.
 */
export function* readHtmlInSteps(html: string, listener: HtmlListener): Generator<void, void, void> {
  let at = 0
  let textFrom = 0
  let tags = 0
  const endText = (end: number): void => {
    if (end > textFrom) listener.onText(html.slice(textFrom, end))
  }
  for (;;) {
    const open = html.indexOf("<", at)
    if (open < 0) break
    if (++tags % tagsAtOnce === 0) yield
    const code = html.charCodeAt(open + 1)
    const isClosing = code === SLASH
    if (code === 0x21 || code === 0x3f) {
      endText(open)
      const end = skipMarkup(html, open)
      if (end < 0) return
      at = textFrom = end
    } else if (isLetter(isClosing ? html.charCodeAt(open + 2) : code)) {
      endText(open)
      const nameFrom = open + (isClosing ? 2 : 1)
      const nameEnd = endOfName(html, nameFrom)
      const end = endOfTag(html, nameEnd)
      if (end < 0) return
      const name = html.slice(nameFrom, nameEnd).toLowerCase()
      if (isClosing) listener.onClose(name)
      else listener.onOpen(name, html.slice(nameEnd, end), nameEnd)
      at = textFrom = !isClosing && unread.has(name) ? skipUnread(html, name, end + 1) : end + 1
    } else {
      at = open + 1
    }
  }
  endText(html.length)
}

/** `readHtmlInSteps`, all at once. */
export const readHtml = (html: string, listener: HtmlListener): void => {
  const steps = readHtmlInSteps(html, listener)
  while (steps.next().done !== true);
}

/** The value of an attribute, its character references not decoded, and where it stands in the source. */
export interface FoundAttribute {
  readonly value: string
  readonly at: number
}

/** The first attribute of this name, which is the one that counts; undefined if there is none. */
export const findAttribute = (source: string, wanted: string): FoundAttribute | undefined => {
  for (const { 0: whole, 1: name = "", 2: given, index } of source.matchAll(/([^\s=/>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/g)) {
    if (name.toLowerCase() !== wanted) continue
    const value = given?.replace(/^(["'])([^]*)\1$/, "$2") ?? ""
    const isQuoted = value.length !== (given ?? "").length
    return { value, at: index + whole.length - value.length - (isQuoted ? 1 : 0) }
  }
  return undefined
}

/** The value of an attribute, its character references not decoded; undefined if it isn't there. */
export const attributeOf = (source: string, wanted: string): string | undefined => findAttribute(source, wanted)?.value
