import { attributeOf } from "./readHtml.js"

/**
 * Elements whose end tag is required. Others may end without one, and everything that follows would
 * count as hidden.
 */
const closed = new Set([
  "div",
  "span",
  "table",
  "section",
  "a",
  "b",
  "i",
  "em",
  "strong",
  "font",
  "center"
])

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
