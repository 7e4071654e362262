import {
  hasLinkPlaceholder,
  linkPlaceholders,
  type MessageBody,
  type MessageLinks,
  type Steps,
  withoutPlaceholders
} from "@telemark/core"
import { escapeHtml } from "@telemark/html"

export type PlaceholderName = keyof typeof linkPlaceholders

const names = Object.keys(linkPlaceholders) as ReadonlyArray<PlaceholderName>

const left = (text: string | null): string | null =>
  text !== null && hasLinkPlaceholder(text) ? withoutPlaceholders(text) : text

/** The body for a mail without addresses of its own: readers would see the placeholders. */
export const withoutOwnAddresses = (body: MessageBody): MessageBody => {
  const [html, text] = [left(body.html), left(body.text)]
  return html === body.html && text === body.text ? body : { ...body, html, text }
}

export const placeholderAddress = (
  name: PlaceholderName,
  { unsubscribe }: MessageLinks
): string | undefined => (name === "unsubscribe_url" ? unsubscribe?.page : unsubscribe?.preferences)

export interface FoundPlaceholder {
  readonly name: PlaceholderName
  readonly from: number
  readonly to: number
}

/** Replaced occurrences of each: an address is five times as long as its placeholder. */
const maxReplaced = 1000

/** Finds the occurrences of these strings, in their order. */
const findAll = (
  text: string,
  wanted: Readonly<Record<PlaceholderName, string>>
): ReadonlyArray<FoundPlaceholder> =>
  names
    .flatMap((name) => {
      const found: Array<FoundPlaceholder> = []
      for (
        let from = text.indexOf(wanted[name]);
        from >= 0 && found.length < maxReplaced;
        from = text.indexOf(wanted[name], from + 1)
      ) {
        found.push({ name, from, to: from + wanted[name].length })
      }
      return found
    })
    .sort((one, other) => one.from - other.from)

export const findPlaceholders = (text: string): ReadonlyArray<FoundPlaceholder> =>
  text.includes("{{") ? findAll(text, linkPlaceholders) : []

/**
 * Addresses for making text from html, which leaves out links without one. With the body's id, no
 * text has them by itself.
 */
const standIns = ({ id }: MessageBody): Readonly<Record<PlaceholderName, string>> => ({
  unsubscribe_url: `https://unsubscribe.invalid/${id}.`,
  preferences_url: `https://preferences.invalid/${id}.`
})

export const withStandIns = (body: MessageBody, html: string): string => {
  const by = standIns(body)
  return names.reduce((replaced, name) => {
    let count = 0
    return replaced.replaceAll(linkPlaceholders[name], (found) =>
      count++ < maxReplaced ? by[name] : found
    )
  }, html)
}

export const findStandIns = (body: MessageBody, text: string): ReadonlyArray<FoundPlaceholder> =>
  findAll(text, standIns(body))

/** What a template has instead of a part of its text. */
type Slot =
  /** The start of a link's address. */
  | { readonly kind: "click" }
  /** The mark of a link that isn't tracked: removed where others are. */
  | { readonly kind: "mark" }
  | { readonly kind: "pixel" }
  | { readonly kind: "placeholder"; readonly name: PlaceholderName }

/** A slot in place of a part of the text, which stays if a message has no address for it. */
export interface PlacedSlot {
  readonly slot: Slot
  readonly from: number
  readonly to: number
  /** What follows its value in all messages. */
  readonly rest?: string
}

/** A text that differs between the messages of a send only in its slots, which are in order. */
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

/** In HTML. Only where clicks are tracked there are slots of links and marks. */
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
