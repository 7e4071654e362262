import type { MessageLinks, Steps } from "@telemark/core"
import { escapeHtml } from "@telemark/html"
import { placeholderAddress, type PlaceholderName } from "./placeholders.js"

/** What a template has instead of a part of its text. */
type Slot =
  /** The start of a link's address. */
  | { readonly kind: "click" }
  /** The mark of a link that isn't tracked: removed where others are. */
  | { readonly kind: "mark" }
  | { readonly kind: "pixel" }
  | { readonly kind: "placeholder"; readonly name: PlaceholderName }

/**
 * A slot with the bounds of the part that it replaces, which stays if a message has no address for
 * it.
 */
export interface PlacedSlot {
  readonly slot: Slot
  readonly from: number
  readonly to: number
  /** What follows its value in all messages: the part is replaced by both. */
  readonly rest?: string
}

/**
 * A text that differs between the messages of a send only in its slots, which are in order and
 * don't overlap.
 */
export interface Template {
  readonly text: string
  readonly slots: ReadonlyArray<PlacedSlot>
}

/** The slots must not overlap. */
export const toTemplate = (text: string, slots: ReadonlyArray<PlacedSlot>): Template => ({
  text,
  slots: slots.toSorted((one, other) => one.from - other.from)
})

/** What a slot becomes in a message; undefined: what it was. */
export type SlotValues = (slot: Slot) => string | undefined

/** In HTML. Where clicks are tracked, slots of links and marks are placed, and have values. */
export const htmlValues = (links: MessageLinks): SlotValues => {
  const clickStart = `"${escapeHtml(links.click?.start ?? "")}`
  return (slot) => {
    switch (slot.kind) {
      case "click":
        return clickStart
      case "mark":
        return ""
      case "pixel":
        return links.pixel === undefined
          ? undefined
          : `<img src="${escapeHtml(links.pixel)}" width="1" height="1" alt="">`
      case "placeholder": {
        const address = placeholderAddress(slot.name, links)
        return address === undefined ? undefined : escapeHtml(address)
      }
    }
  }
}

/** In text, which has only placeholders. */
export const textValues =
  (links: MessageLinks): SlotValues =>
  (slot) =>
    slot.kind === "placeholder" ? placeholderAddress(slot.name, links) : undefined

/** Slots filled per step: about a millisecond. */
export const slotsAtOnce = 128

/** The text of a message. */
export function* fillTemplate({ slots, text }: Template, values: SlotValues): Steps<string> {
  let filled = ""
  let at = 0
  for (const [index, { from, rest = "", slot, to }] of slots.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    const value = values(slot)
    if (value === undefined) continue
    filled += text.slice(at, from) + value + rest
    at = to
  }
  return filled + text.slice(at)
}
