import type { MessageLinks, Steps } from "@telemark/core"
import { escapeHtml } from "@telemark/html"
import { placeholderAddress, type PlaceholderName } from "./placeholders.js"

/** What stands in a template instead of the text that was there. */
export type Slot =
  | { readonly kind: "click"; readonly target: string }
  /** The mark of a link that isn't tracked: removed where others are. */
  | { readonly kind: "mark" }
  | { readonly kind: "pixel" }
  | { readonly kind: "placeholder"; readonly name: PlaceholderName }

/** A slot with the part of the text that it replaces. */
export interface PlacedSlot {
  readonly slot: Slot
  readonly from: number
  readonly to: number
}

/** A text that differs between the messages of a send only in its slots. */
export interface Template {
  /** What is before each slot, and after the last one. */
  readonly pieces: ReadonlyArray<string>
  /** With the text that stays if a message has no address for it. */
  readonly slots: ReadonlyArray<Slot & { readonly original: string }>
}

/** The slots must not overlap. */
export const toTemplate = (text: string, placed: ReadonlyArray<PlacedSlot>): Template => {
  const pieces: Array<string> = []
  const slots: Array<Slot & { readonly original: string }> = []
  let at = 0
  for (const { from, slot, to } of placed.toSorted((one, other) => one.from - other.from)) {
    pieces.push(text.slice(at, from))
    slots.push({ ...slot, original: text.slice(from, to) })
    at = to
  }
  return { pieces: [...pieces, text.slice(at)], slots }
}

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
export function* fillHtml({ pieces, slots }: Template, links: MessageLinks): Steps<string> {
  const clicks = new Map<string, string | undefined>()
  const valueOfSlot = (slot: Slot): string | undefined => {
    if (slot.kind !== "click" || !clicks.has(slot.target)) {
      const value = valueOf(slot, links)
      if (slot.kind === "click") clicks.set(slot.target, value)
      return value
    }
    return clicks.get(slot.target)
  }
  let html = pieces[0] ?? ""
  for (const [index, slot] of slots.entries()) {
    if (index % slotsAtOnce === slotsAtOnce - 1) yield
    html += (valueOfSlot(slot) ?? slot.original) + (pieces[index + 1] ?? "")
  }
  return html
}

/** The text of a message, which has only placeholders. */
export const fillText = ({ pieces, slots }: Template, links: MessageLinks): string =>
  slots.reduce((text, slot, index) => {
    const address = slot.kind === "placeholder" ? placeholderAddress(slot.name, links) : undefined
    return text + (address ?? slot.original) + (pieces[index + 1] ?? "")
  }, pieces[0] ?? "")
