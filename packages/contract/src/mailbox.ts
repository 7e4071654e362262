import { checkedText } from "./validation/text.js"
import { addressProblem, isAddress } from "./address.js"
import { oneLine } from "./textRules.js"

export interface Mailbox {
  readonly name: string | null
  readonly address: string
}

const maxNameLength = 255
/** A name of 255 characters, each escaped with a backslash, and an address. */
const maxMailboxLength = 998

/** The address may contain angle brackets in its quotes. */
const named = /^([^<>]*)<((?:"(?:\\.|[^"\\])*"|[^<>"\s])+)> *$/

const unquote = (name: string): string =>
  name.startsWith('"') && name.endsWith('"') && name.length > 1
    ? name.slice(1, -1).replace(/\\(.)/g, "$1")
    : name

/**
 * Parses `a@b.c` or `Name <a@b.c>` (RFC 5322 3.4). Line ends and other control characters of a name
 * become one space. Undefined for lone surrogates and names of more than 255 characters.
 */
export const parseMailbox = (text: string): Mailbox | undefined => {
  if (text.length > maxMailboxLength) return undefined
  // No address ends so: most texts needn't be taken for both.
  if (!/> *$/.test(text) && isAddress(text)) return { name: null, address: text }
  const match = named.exec(text)
  const address = match?.[2] ?? ""
  const name = oneLine(unquote((match?.[1] ?? "").trim())).trim()
  if (match === null || !isAddress(address) || !text.isWellFormed() || name.length > maxNameLength)
    return undefined
  return { name: name === "" ? null : name, address }
}

/** At commas outside of quotes. Quotes that aren't closed make the rest an invalid mailbox. */
export const splitAddressList = (text: string): ReadonlyArray<string> =>
  text.match(/(?:"(?:\\[^]|[^"\\])*(?:"|\\?$)|[^,"])+/g) ?? []

/** Undefined if the list is empty or a mailbox is invalid. */
export const parseMailboxList = (text: string): ReadonlyArray<Mailbox> | undefined => {
  const mailboxes = splitAddressList(text).map((part) => parseMailbox(part.trim()))
  return mailboxes.length > 0 && mailboxes.every((mailbox) => mailbox !== undefined)
    ? mailboxes
    : undefined
}

/** `a@b.c` or `Name <a@b.c>`. */
export const Recipient = checkedText(
  (text) =>
    parseMailbox(text) === undefined
      ? addressProblem(text, "must be an email address such as ada@example.com")
      : undefined,
  {
    identifier: "Recipient",
    jsonSchema: { type: "string", examples: ["ada@example.com", "Ada <ada@example.com>"] }
  }
)

/** `a@b.c` or `Name <a@b.c>`. */
export const Sender = checkedText(
  (text) =>
    parseMailbox(text) === undefined
      ? addressProblem(text, "must be an address such as a@example.com or Name <a@example.com>")
      : undefined,
  {
    identifier: "Sender",
    jsonSchema: { type: "string", examples: ["Shop <shop@example.com>"] }
  }
)
