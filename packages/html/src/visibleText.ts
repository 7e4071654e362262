import { isBlankCode } from "./Attributes.js"
import { attributeOf } from "./readHtml.js"

/**
 * Elements whose end tag is required. Others may end without one, and everything that follows would
 * count as hidden.
 */
const closed = new Set("div span table section a b i em strong font center".split(" "))

/** Whether an element's style attribute hides it. */
export const isHidden = (source: string): boolean =>
  source.includes("none") && /display\s*:\s*none/i.test(attributeOf(source, "style") ?? "")

/** Tracks whether the current position is inside a hidden element, such as a preheader. */
export class Hidden {
  #name = ""
  #depth = 0

  get is(): boolean {
    return this.#depth > 0
  }

  open(name: string, source: string): boolean {
    if (this.#depth > 0) {
      if (name === this.#name) this.#depth++
    } else if (closed.has(name) && isHidden(source)) {
      this.#name = name
      this.#depth = 1
    }
    return this.is
  }

  close(name: string): boolean {
    if (this.#depth === 0) return false
    if (name === this.#name) this.#depth--
    return true
  }
}

const SPACE = 0x20

/** Whether a text consists of one or more blanks, as HTML defines them. */
export const isBlank = (text: string): boolean => {
  let at = 0
  while (at < text.length && isBlankCode(text.charCodeAt(at))) at++
  return at > 0 && at === text.length
}

/** From this length on, the loop is faster than the pattern. */
const longText = 4096

// A byte order mark inside a text is an ordinary character.
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true })

/** 1 MiB of one-letter words takes 5 ms, and 70 ms with a pattern. */
const collapseLong = (text: string): string => {
  const codes = new Uint16Array(text.length)
  let length = 0
  let wasBlank = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const blank = isBlankCode(code)
    if (!blank) codes[length++] = code
    else if (!wasBlank) codes[length++] = SPACE
    wasBlank = blank
  }
  return decoder.decode(codes.subarray(0, length))
}

/** Replaces each run of HTML blanks by one space. The no-break space isn't a blank. */
export const collapse = (text: string): string =>
  // Single spaces don't match: replacing them too takes three times as long.
  text.length < longText ? text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, " ") : collapseLong(text)

/** No-break spaces become spaces. Most texts have none, which a search tells in a fifth of the time. */
export const breakable = (text: string): string =>
  text.includes("\u00a0") ? text.replaceAll("\u00a0", " ") : text
