import type { MessageLinks, Steps } from "@telemark/core"
import { escapeHtml } from "@telemark/html"
import { placeholderAddress, type PlaceholderName } from "./placeholders.js"

/** What a template has instead of a part of its text. */
export type Slot =
  | { readonly kind: "click"; readonly target: string }
  /** The mark of a link that isn't tracked: removed where others are. */
  | { readonly kind: "mark" }
  | { readonly kind: "pixel" }
  | { readonly kind: "placeholder"; readonly name: PlaceholderName }

/** A slot with the bounds of the part that it replaces, which stays if a message has no address for it. */
export interface PlacedSlot {
  readonly slot: Slot
  readonly from: number
  readonly to: number
}

/** A text that differs between the messages of a send only in its slots, which are in order and don't overlap. */
export interface Template {
  readonly text: string
  readonly slots: ReadonlyArray<PlacedSlot>
}

/** The slots must not overlap. */
export const toTemplate = (text: string, slots: ReadonlyArray<PlacedSlot>): Template =>
  ({ text, slots: slots.toSorted((one, other) => one.from - other.from) })

/** What a slot becomes in a message; undefined: what it was. */
const valueOf = (slot: Slot, links: MessageLinks): string | undefined => {
  switch (slot.kind) {
    case "click": {
      const address = links.click?.(slot.target)
      return address === undefined ? undefined : `"${escapeHtml(address)}"`
    }
    case "mark":
      return links.click === undefined ? undefined : ""
    case "pixel":
      return links.pixel === undefined ? undefined : `<img src="${escapeHtml(links.pixel)}" width="1" height="1" alt="">`
    case "placeholder": {
      const address = placeholderAddress(slot.name, links)
      return address === undefined ? undefined : escapeHtml(address)
    }
  }
}

/** Slots filled per step: about a millisecond. */
const slotsAtOnce = 128

/** The HTML of a message. The same address is made once. */
export function* fillHtml({ slots, text }: Template, links: MessageLinks): Steps<string> {
  const clicks = new Map<string, string | undefined>()
  const valueOfSlot = (slot: Slot): string | undefined => {
    if (slot.kind !== "click") return valueOf(slot, links)
    if (!clicks.has(slot.target)) clicks.set(slot.target, valueOf(slot, links))
    return clicks.get(slot.target)
  }
  let html = ""
  let at = 0
  for (const [index, { from, slot, to }] of slots.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    const value = valueOfSlot(slot)
    if (value === undefined) continue
    html += text.slice(at, from) + value
    at = to
  }
  return html + text.slice(at)
}

/** The text of a message, which has only placeholders. */
export const fillText = ({ slots, text }: Template, links: MessageLinks): string => {
  let [filled, at] = ["", 0]
  for (const { from, slot, to } of slots) {
    const address = slot.kind === "placeholder" ? placeholderAddress(slot.name, links) : undefined
    if (address === undefined) continue
    filled += text.slice(at, from) + address
    at = to
  }
  return filled + text.slice(at)
}
