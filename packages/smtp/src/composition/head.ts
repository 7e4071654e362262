import { type Mailbox, parseMailboxList, splitAddress, toWireAddress } from "@telemark/contract"
import {
  datedAt,
  type HeaderField,
  type OutgoingMessage,
  type ShownRecipients
} from "@telemark/core"
import { encodeWord, foldLines, quoteString } from "nodemailer/lib/mime-funcs"
import MimeNode from "nodemailer/lib/mime-node"

const foldedLine = 76

/** RFC 5322 2.1.1, without the line end. */
const maxLineLength = 998

/** The first line has a name of up to 76 characters before its first word. */
const maxWordLength = maxLineLength - 78

// Each instance draws random bytes for boundaries.
const encoder = new MimeNode()

const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()

/** Folding here would give a line of blanks only, which RFC 5322 3.2.2 forbids. */
const longBlank = /[ ]{40,}/

const hasLongWord = (text: string): boolean =>
  text.length > maxWordLength && text.split(" ").some((word) => word.length > maxWordLength)

/**
 * Text of our own fields. What looks like an encoded word (RFC 2047) is encoded, so that it isn't
 * decoded.
 */
const encodeText = (text: string): string => {
  if (!isPrintableAscii(text)) return encoder.encodeHeaderValue("Subject", text)
  return text.includes("=?") || longBlank.test(text) || hasLongWord(text)
    ? encodeWord(text, "Q", 52)
    : text
}

const encodeName = (name: string): string => {
  if (!isPrintableAscii(name)) return encodeText(name)
  const quoted = quoteString(name)
  if (encodeText(quoted) !== quoted) return encodeWord(name, "Q", 52)
  return /^[A-Za-z0-9 ]+$/.test(name) ? name : quoted
}

/**
 * A blank at which no field is folded: behind the colon, since programs read the first line; and
 * inside an address, since they compare it.
 */
const noFold = "\u0001"

const field = (name: string, value: string): string => {
  const line = value === "" ? `${name}:` : `${name}: ${value}`
  const folded =
    line.length <= foldedLine ? line : foldLines(`${name}:${noFold}${value}`, foldedLine)
  return folded.replaceAll(noFold, " ")
}

/** An address in quotes stands in brackets: otherwise many programs lose its quotes. */
const mailboxOf = (wire: string, name: string | null): string => {
  const cleanName = name === null ? "" : oneLine(name)
  const address = wire.replaceAll(" ", noFold)
  if (cleanName !== "") return `${encodeName(cleanName)} <${address}>`
  return address.startsWith('"') ? `<${address}>` : address
}

const mailbox = ({ address, name }: Mailbox): string | undefined => {
  const wire = toWireAddress(address)
  return wire === undefined ? undefined : mailboxOf(wire, name)
}

const listOf = (mailboxes: ReadonlyArray<Mailbox>): string | undefined => {
  const written = mailboxes.map(mailbox)
  return written.every((entry) => entry !== undefined) ? written.join(", ") : undefined
}

const mailboxList = (value: string): string | undefined => {
  const mailboxes = parseMailboxList(value)
  return mailboxes === undefined ? undefined : listOf(mailboxes)
}

/** Fields that composing writes itself, or that no caller may set. */
const ours =
  /^(?:from|sender|to|cc|bcc|subject|date|message-id|mime-version|return-path|received|dkim-signature|feedback-id|content-.*|resent-.*)$/i
const isFieldName = (name: string): boolean => /^[\x21-\x39\x3b-\x7e]{1,76}$/.test(name)

/** Addresses in angle brackets (RFC 2369, RFC 8058): programs don't decode encoded words there. */
const isUnsubscribe = /^list-unsubscribe(?:-post)?$/i

/** Message ids (RFC 5322 3.6.4), which programs compare: nothing is encoded. */
const isIds = /^(?:in-reply-to|references|list-id|x-entity-ref-id)$/i

/**
 * Unsubscribe addresses, folded only between them. Empty, to omit the field, if they aren't ASCII
 * or too long.
 */
const unsubscribeField = (name: string, value: string): string => {
  const addresses = value.replace(/> ?, ?</g, ">, <").split(/(?<=>,) (?=<)/)
  const lines = [`${name}:`]
  for (const [index, address] of addresses.entries()) {
    const line = `${lines.at(-1) ?? ""} ${address}`
    if (line.length <= (index === 0 ? maxLineLength : foldedLine)) lines[lines.length - 1] = line
    else lines.push(` ${address}`)
  }
  return value !== "" &&
    isPrintableAscii(value) &&
    lines.every((line) => line.length <= maxLineLength)
    ? lines.join("\r\n")
    : ""
}

/**
 * A caller's field. ASCII is sent unchanged: only the caller knows its grammar. Undefined if no
 * mail may have it.
 */
const callerField = ([name, value]: HeaderField): string | undefined => {
  if (!isFieldName(name) || ours.test(name)) return undefined
  if (name.toLowerCase() === "reply-to") {
    const list = mailboxList(oneLine(value))
    return list === undefined ? undefined : field(name, list)
  }
  const line = oneLine(value).replace(/[ ]{40,}/g, " ")
  if (isUnsubscribe.test(name)) return unsubscribeField(name, line)
  if (isIds.test(name)) return isPrintableAscii(line) && !hasLongWord(line) ? field(name, line) : ""
  if (!isPrintableAscii(line)) return field(name, encoder.encodeHeaderValue("Subject", line))
  return field(name, hasLongWord(line) ? encodeWord(line, "Q", 52) : line)
}

export const callerLines = (headers: ReadonlyArray<HeaderField>): string | undefined => {
  const lines = headers.map(callerField)
  return lines.every((line) => line !== undefined)
    ? lines.map((line) => (line === "" ? "" : `${line}\r\n`)).join("")
    : undefined
}

/**
 * The fields for unsubscribing (RFC 2369, RFC 8058), unless the caller gave its own. Mail programs
 * unsubscribe by https only.
 */
const unsubscribeLines = ({ body, links }: OutgoingMessage): string => {
  const unsubscribe = links?.unsubscribe
  if (
    unsubscribe === undefined ||
    body.headers.some(([name]) => name.toLowerCase() === "list-unsubscribe")
  )
    return ""
  const { mailto, page } = unsubscribe
  const field = unsubscribeField(
    "List-Unsubscribe",
    mailto === undefined ? `<${page}>` : `<${page}>, <mailto:${mailto.replace(/^mailto:/i, "")}>`
  )
  if (field === "") return ""
  return page.startsWith("https:")
    ? `${field}\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`
    : `${field}\r\n`
}

/** RFC 5322 3.3, in UTC. */
const dateOf = (millis: number): string => new Date(millis).toUTCString().replace("GMT", "+0000")

/** The recipient alone, or the shown recipients, of whom there may be none (RFC 5322 3.6.3). */
const recipientFields = (
  recipient: string,
  shown: ShownRecipients | null
): ReadonlyArray<HeaderField> | undefined => {
  if (shown === null) return [["To", recipient]]
  const to = listOf(shown.to)
  const cc = listOf(shown.cc)
  if (to === undefined || cc === undefined) return undefined
  const first: ReadonlyArray<HeaderField> =
    to === "" && cc !== "" ? [] : [["To", to === "" ? "undisclosed-recipients:;" : to]]
  return cc === "" ? first : [...first, ["Cc", cc]]
}

/** Copies with shown recipients have one Message-ID, so that who gets two sees one. */
const messageIdOf = ({ body, id }: OutgoingMessage, domain: string): string | undefined => {
  const left = body.shown === null ? id : body.id
  return /^[\w.-]{1,64}$/.test(left) ? `<${left}@${domain}>` : undefined
}

export interface OwnLines {
  /** The sender's and the recipient's address, with A-labels. */
  readonly from: string
  readonly to: string
  /** The envelope's sender if it isn't `from`. */
  readonly returnPath: string | undefined
  /** Header fields, each ended by CRLF. */
  readonly lines: string
}

/** The fields that a complete mail must have (RFC 5322 3.6) and hasn't. */
export const lackingLines = (message: OutgoingMessage, head: string): string => {
  const domain = splitAddress(message.sender.address)?.domain ?? ""
  const fields: ReadonlyArray<HeaderField> = [
    ["Date", dateOf(datedAt(message))],
    // All copies are one mail.
    ["Message-ID", `<${message.body.id}@${domain}>`]
  ]
  return fields
    .filter(([name]) => !new RegExp(`(?:^|\r\n)${name}:`, "i").test(head))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")
}

/** What may differ by recipient. Undefined if it can't be written. */
export const ownLines = (message: OutgoingMessage): OwnLines | undefined => {
  const { body, recipient, recipient_name, return_path, sender, subject } = message
  const parts = splitAddress(sender.address)
  const to = toWireAddress(recipient)
  const returnPath = return_path === undefined ? undefined : toWireAddress(return_path.address)
  if (
    parts === undefined ||
    to === undefined ||
    (return_path !== undefined && returnPath === undefined)
  )
    return undefined
  const from = `${parts.local}@${parts.domain}`
  if (body.raw === true) return { from, to, returnPath, lines: "" }
  const recipients = recipientFields(mailboxOf(to, recipient_name), body.shown)
  const messageId = messageIdOf(message, parts.domain)
  if (recipients === undefined || messageId === undefined) return undefined
  const fields: ReadonlyArray<HeaderField> = [
    ["From", mailboxOf(from, sender.name)],
    ...recipients,
    ["Subject", encodeText(oneLine(subject))],
    ["Date", dateOf(datedAt(message))],
    ["Message-ID", messageId]
  ]
  return {
    from,
    to,
    returnPath,
    lines:
      fields.map(([name, value]) => `${field(name, value)}\r\n`).join("") +
      unsubscribeLines(message)
  }
}
