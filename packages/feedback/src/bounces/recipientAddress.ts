import { foldAddress } from "@telemark/contract"
import { toXtext } from "@telemark/core"
import { type FieldBlock, valueOf } from "./fieldBlocks.js"

/** RFC 5321 4.5.3.1.3 allows 256 octets; characters of UTF-8 addresses may be written as 10. */
const maxAddress = 1_000

const typed = /^[A-Za-z0-9-]{1,40}[ \t]*;/

/** `\x{20AC}` of utf-8-addr-xtext (RFC 6533 3). Characters that no address has stay encoded. */
const decodeEmbedded = (text: string): string =>
  text.replace(/\\x\{([0-9A-Fa-f]{2,6})\}/g, (encoded, hex: string) => {
    const point = Number.parseInt(hex, 16)
    const isCharacter =
      point > 0x20 &&
      point <= 0x10ffff &&
      !(point >= 0x7f && point < 0xa0) &&
      !(point >= 0xd800 && point <= 0xdfff)
    return isCharacter ? String.fromCodePoint(point) : encoded
  })

const outsideOfQuotes = (text: string, characters: string, from = 0): number => {
  let isQuoted = false
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === "\\") index++
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && characters.includes(character)) return index
  }
  return -1
}

const firstWord = (text: string): string => {
  const end = outsideOfQuotes(text, " \t(,")
  return end === -1 ? text : text.slice(0, end)
}

/**
 * The address in a field of a report: `rfc822;ada@example.com`, `utf-8; \x{20AC}@example.com` (RFC
 * 6533), `<ada@example.com> (Ada)`; also untyped. Undefined if it was redacted.
 */
export const reportedAddress = (value: string | undefined): string | undefined => {
  if (value === undefined || value.length > maxAddress) return undefined
  const type = typed.exec(value)?.[0]
  const untyped = value.slice(type?.length ?? 0).trim()
  const open = untyped.startsWith("<") ? 0 : untyped.endsWith(">") ? untyped.lastIndexOf("<") : -1
  const close = outsideOfQuotes(untyped, ">", open)
  const written = open >= 0 && close > open ? untyped.slice(open + 1, close) : firstWord(untyped)
  const address =
    type?.toLowerCase().startsWith("utf-8") === true ? decodeEmbedded(written) : written
  const at = address.lastIndexOf("@")
  return at > 0 && at < address.length - 1 && address.length <= 320 && !/\p{Cc}/u.test(address)
    ? address.toWellFormed()
    : undefined
}

interface FailedRecipient {
  /** Whom the message was sent to, as far as the report says. */
  readonly recipient: string | undefined
  /** Where the reporting server delivers instead, or the same. */
  readonly final: string | undefined
}

const isSame = (one: string, other: string): boolean => foldAddress(one) === foldAddress(other)

/**
 * RFC 3464 2.3. The client encodes the original recipient for SMTP; servers return it so if they
 * don't expect that, as Postfix does with addresses in UTF-8.
 */
export const failedRecipient = (block: FieldBlock): FailedRecipient => {
  const original = reportedAddress(valueOf(block, "original-recipient"))
  const final = reportedAddress(valueOf(block, "final-recipient"))
  if (original !== undefined && final !== undefined && isSame(original, toXtext(final)))
    return { recipient: final, final }
  return {
    recipient: original ?? final ?? reportedAddress(valueOf(block, "x-actual-recipient")),
    final
  }
}

/**
 * Whether the final recipient is a member of an alias that the message was sent to, as Postfix and
 * sendmail say behind its address: `said` is that paragraph.
 */
export const isMemberOfAlias = ({ final, recipient }: FailedRecipient, said: string): boolean =>
  recipient !== undefined &&
  final !== undefined &&
  !isSame(recipient, final) &&
  /\(expanded from:? </i.test(said)
