const BLANK = 1
const ENDS_NAME = 2
const SLASH = 4

/** HTML's blanks, and what ends the name of an attribute. */
const kinds = new Uint8Array(128)
for (const blank of "\t\n\f\r ") kinds[blank.charCodeAt(0)] = BLANK | ENDS_NAME
kinds[0x2f] = SLASH | ENDS_NAME
kinds[0x3d] = ENDS_NAME
kinds[0x3e] = ENDS_NAME

const kindOf = (code: number): number => (code < 128 ? (kinds[code] as number) : 0)

/** Whether the HTML Standard takes this character for a blank. */
export const isBlankCode = (code: number): boolean => (kindOf(code) & BLANK) !== 0

const EQUALS = 0x3d
const GREATER = 0x3e
const DOUBLE_QUOTE = 0x22
const QUOTE = 0x27

/** Attributes read per step: a few milliseconds. */
const attributesAtOnce = 16_384

/**
 * Walks over the attributes of a tag, as browsers do (HTML Standard, 13.2.5.32 to 13.2.5.40). Takes
 * time with the length of the tag alone. Begin after the name of the tag; each `next` sets the
 * bounds of an attribute.
 */
export class Attributes {
  nameFrom = 0
  nameTo = 0
  /**
   * The bounds of the value without quotes. An attribute without value has an empty one after its
   * name.
   */
  valueFrom = 0
  valueTo = 0
  /** The index after the attribute with its value and quotes. */
  end = 0
  /** The index of the `>`, once `next` has returned false; -1 if the tag doesn't end. */
  tagEnd = -1
  readonly #html: string
  #at: number

  constructor(html: string, from = 0) {
    this.#html = html
    this.#at = from
  }

  /**
   * The end of the tag whose attributes start at `from`, -1 if there is none. Undefined if it has
   * so many that the rest is another step's: `restOfTag` goes on.
   */
  endOfTag(from: number): number | undefined {
    if (this.#html.charCodeAt(from) === GREATER) return from
    this.#at = from
    this.tagEnd = -1
    return this.restOfTag()
  }

  restOfTag(): number | undefined {
    for (let count = 0; count < attributesAtOnce; count++) if (!this.next()) return this.tagEnd
    return undefined
  }

  /** Moves to the next attribute; false if there is none. */
  next(): boolean {
    const html = this.#html
    const { length } = html
    let at = this.#at
    while (at < length && (kindOf(html.charCodeAt(at)) & (BLANK | SLASH)) !== 0) at++
    if (at >= length) return false
    if (html.charCodeAt(at) === GREATER) {
      this.tagEnd = this.#at = at
      return false
    }
    this.nameFrom = at
    // Whatever it is: a name may begin with an equals sign.
    at++
    while (at < length && (kindOf(html.charCodeAt(at)) & ENDS_NAME) === 0) at++
    this.nameTo = this.valueFrom = this.valueTo = this.end = at
    at = this.#skipBlanks(at)
    if (html.charCodeAt(at) === EQUALS) return this.#value(this.#skipBlanks(at + 1))
    this.#at = this.end
    return true
  }

  get name(): string {
    return this.#html.slice(this.nameFrom, this.nameTo).toLowerCase()
  }

  get value(): string {
    return this.#html.slice(this.valueFrom, this.valueTo)
  }

  /** Whether the attribute has this name, given in lower case. */
  isNamed(name: string): boolean {
    if (this.nameTo - this.nameFrom !== name.length) return false
    return this.#html.startsWith(name, this.nameFrom) || this.name === name
  }

  #skipBlanks(from: number): number {
    let at = from
    while (at < this.#html.length && isBlankCode(this.#html.charCodeAt(at))) at++
    return at
  }

  #value(from: number): boolean {
    const html = this.#html
    const quote = html.charCodeAt(from)
    let at = from
    if (quote === DOUBLE_QUOTE || quote === QUOTE) {
      at = html.indexOf(html.charAt(from), from + 1)
      if (at < 0) {
        this.#at = html.length
        return false
      }
      this.valueFrom = from + 1
      this.valueTo = at++
    } else {
      while (
        at < html.length &&
        html.charCodeAt(at) !== GREATER &&
        !isBlankCode(html.charCodeAt(at))
      )
        at++
      if (at > from) {
        this.valueFrom = from
        this.valueTo = at
      }
    }
    this.end = this.#at = at
    return true
  }
}
