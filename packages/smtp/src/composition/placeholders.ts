import {
  hasLinkPlaceholder,
  linkPlaceholders,
  type MessageBody,
  type MessageLinks,
  withoutPlaceholders
} from "@telemark/core"

export type PlaceholderName = keyof typeof linkPlaceholders

const names = Object.keys(linkPlaceholders) as ReadonlyArray<PlaceholderName>

const left = (text: string | null): string | null =>
  text !== null && hasLinkPlaceholder(text) ? withoutPlaceholders(text) : text

/** The body as a mail without addresses of its own has it: readers would see the placeholders. */
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

/**
 * Occurrences of each that are replaced at most: an address is five times as long as its
 * placeholder.
 */
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
 * Addresses for making text from html, which leaves out links without one. They contain the body's
 * id, so that no text has them by itself.
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
