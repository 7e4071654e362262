/** Receives the pieces of an HTML text in order. Names of elements are in lower case. */
export interface HtmlListener {
  /** Character references aren't decoded. */
  readonly onText: (text: string) => void
  /** `source` contains the attributes. `at` is its index in the HTML. */
  readonly onOpen: (name: string, source: string, at: number) => void
  readonly onClose: (name: string) => void
}

/** Elements whose content is neither visible text nor tags. */
const unread = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "template"])

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const EQUALS = 0x3d
const GREATER = 0x3e
const SLASH = 0x2f

/** The end of the tag whose attributes start at `from`, -1 if there is none. Quotes count only after an equals sign. */
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

/** The index after the comment or declaration at `open`, -1 if it doesn't end. */
const skipMarkup = (html: string, open: number): number => {
  const isComment = html.startsWith("<!--", open)
  const end = isComment ? html.indexOf("-->", open + 4) : html.indexOf(">", open)
  return end < 0 ? -1 : end + (isComment ? 3 : 1)
}

/** The index of the end tag, or the end of the text. */
const skipUnread = (html: string, name: string, from: number): number => {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi")
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** Tags read per step: a few milliseconds. */
const tagsAtOnce = 2048

/** Splits HTML into tags and text as browsers do, in steps and in linear time for any text. Builds no tree. */
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

/** `readHtmlInSteps` without yielding. */
export const readHtml = (html: string, listener: HtmlListener): void => {
  const steps = readHtmlInSteps(html, listener)
  while (steps.next().done !== true);
}

/** The value of an attribute with character references, and its index in the source. */
export interface FoundAttribute {
  readonly value: string
  readonly at: number
}

const DOUBLE_QUOTE = 0x22
const QUOTE = 0x27

/** Like `\s` in patterns: blanks other than HTML's end a name too. */
const isSpace = (code: number): boolean => code < 0x80 ? isBlank(code) : /\s/.test(String.fromCharCode(code))

const skipSpaces = (source: string, from: number): number => {
  let at = from
  while (at < source.length && isSpace(source.charCodeAt(at))) at++
  return at
}

const endOfPlain = (source: string, from: number): number => {
  let at = from
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === GREATER || isSpace(code)) break
  }
  return at
}

const endOfAttributeName = (source: string, from: number): number => {
  let at = from
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === EQUALS || code === SLASH || code === GREATER || isSpace(code)) break
  }
  return at
}

/** The bounds of the value after the name that ends at `nameEnd`, and where the next attribute starts. Undefined if there is no value. */
const valueAfter = (source: string, nameEnd: number): { readonly from: number; readonly to: number; readonly next: number } | undefined => {
  const equals = skipSpaces(source, nameEnd)
  if (source.charCodeAt(equals) !== EQUALS) return undefined
  const from = skipSpaces(source, equals + 1)
  const quote = source.charCodeAt(from)
  const close = quote === DOUBLE_QUOTE || quote === QUOTE ? source.indexOf(source.charAt(from), from + 1) : -1
  if (close >= 0) return { from: from + 1, to: close, next: close + 1 }
  const to = endOfPlain(source, from)
  return to === from ? undefined : { from, to, next: to }
}

/** The first attribute of this name counts. Character by character: with a pattern, finding link addresses took a tenth of composing an HTML mail. */
export const findAttribute = (source: string, wanted: string): FoundAttribute | undefined => {
  let at = 0
  while (at < source.length) {
    const nameEnd = endOfAttributeName(source, at)
    if (nameEnd === at) {
      at++
      continue
    }
    const value = valueAfter(source, nameEnd)
    if (nameEnd - at === wanted.length && source.slice(at, nameEnd).toLowerCase() === wanted) {
      return value === undefined ? { value: "", at: nameEnd } : { value: source.slice(value.from, value.to), at: value.from }
    }
    at = value?.next ?? nameEnd
  }
  return undefined
}

/** The value of an attribute with character references not decoded. Undefined if it is absent. */
export const attributeOf = (source: string, wanted: string): string | undefined => findAttribute(source, wanted)?.value
