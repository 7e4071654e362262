import { Schema } from "effect"
import { addressProblem, isAddress } from "./address.js"
import { oneLine } from "./textRules.js"

/** An address and an optional display name. */
export interface Mailbox {
  readonly name: string | null
  readonly address: string
}

const maxNameLength = 255
/** Fits a name of 255 characters, each escaped with a backslash, and an address. */
const maxMailboxLength = 998

/** A name, and an address in angle brackets, which may stand in its quotes, too. */
const named = /^([^<>]*)<((?:"(?:\\.|[^"\\])*"|[^<>"\s])+)> *$/

const unquote = (name: string): string =>
  name.startsWith('"') && name.endsWith('"') && name.length > 1
    ? name.slice(1, -1).replace(/\\(.)/g, "$1")
    : name

/**
 * Parses `a@b.c` or `Name <a@b.c>` (RFC 5322 3.4) of at most 998 characters; undefined if the text
 * is neither. A name has at most 255 characters, quoted or not, without angle brackets and lone
 * surrogates. Line ends and other control characters become one space.
 */
export const parseMailbox = (text: string): Mailbox | undefined => {
  if (text.length > maxMailboxLength) return undefined
  if (isAddress(text)) return { name: null, address: text }
  const match = named.exec(text)
  const address = match?.[2] ?? ""
  const name = oneLine(unquote((match?.[1] ?? "").trim())).trim()
  if (match === null || !isAddress(address) || !text.isWellFormed() || name.length > maxNameLength)
    return undefined
  return { name: name === "" ? null : name, address }
}

/**
 * Splits an address list at its commas, except those inside quotes. Quotes that aren't closed make
 * the rest an invalid mailbox.
 */
export const splitAddressList = (text: string): ReadonlyArray<string> =>
  text.match(/(?:"(?:\\[^]|[^"\\])*(?:"|\\?$)|[^,"])+/g) ?? []

/**
 * Parses a comma-separated list of mailboxes; undefined if it is empty or one of them is invalid.
 */
export const parseMailboxList = (text: string): ReadonlyArray<Mailbox> | undefined => {
  const mailboxes = splitAddressList(text).map((part) => parseMailbox(part.trim()))
  return mailboxes.length > 0 && mailboxes.every((mailbox) => mailbox !== undefined)
    ? mailboxes
    : undefined
}

/** A recipient: `a@b.c` or `Name <a@b.c>`. */
export const Recipient = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        parseMailbox(text) === undefined
          ? addressProblem(text, "must be an email address such as ada@example.com")
          : undefined,
      {
        identifier: "Recipient",
        jsonSchema: { type: "string", examples: ["ada@example.com", "Ada <ada@example.com>"] }
      }
    )
  )
)

/** A sender: `a@b.c` or `Name <a@b.c>`. */
export const Sender = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        parseMailbox(text) === undefined
          ? addressProblem(text, "must be an address such as a@example.com or Name <a@example.com>")
          : undefined,
      {
        identifier: "Sender",
        jsonSchema: { type: "string", examples: ["Shop <shop@example.com>"] }
      }
    )
  )
)
