import { attributeOf } from "./readHtml.js"

/** Elements that always have an end tag: others may end without one, and would hide all that follows. */
const closed = new Set(["div", "span", "table", "section", "a", "b", "i", "em", "strong", "font", "center"])

/** Whether an element's own style hides it. */
export const isHidden = (source: string): boolean => source.includes("none") && /display\s*:\s*none/i.test(attributeOf(source, "style") ?? "")

/** Knows whether the reader is inside an element that no client shows, such as what inboxes show beside the subject. */
export class Hidden {
  #name = ""
  #depth = 0

  get is(): boolean {
    return this.#depth > 0
  }

  /** Whether the element that opens is hidden. */
  open(name: string, source: string): boolean {
    if (this.#depth > 0) {
      if (name === this.#name) this.#depth++
    } else if (closed.has(name) && isHidden(source)) {
      this.#name = name
      this.#depth = 1
    }
    return this.is
  }

  /** Whether the element that closes was hidden. */
  close(name: string): boolean {
    if (this.#depth === 0) return false
    if (name === this.#name) this.#depth--
    return true
  }
}
