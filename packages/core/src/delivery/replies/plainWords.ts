import { foldAddress } from "@telemark/contract"
import { enhancedCodes, type Envelope, isReturnPath, type Reply } from "./Reply.js"

export interface PlainWords {
  /** In lower case, without links, codes and punctuation; addresses are `<address>`. */
  readonly words: string
  /** The reply contains the sender's address, or a return path, and not the recipient's. */
  readonly namesSenderOnly: boolean
}

const links = /\bhttps?:\/\/\S+|\bwww\.\S+/gi
/**
 * Includes quoted local parts, encoded words and stars in place of a local part. Bounded, so that
 * matching takes linear time.
 */
const addresses = /<?(?:"(?:\\.|[^"\\\r\n]){1,64}"|[^\s<>()"',;:[\]]{1,128})@[\w.-]{1,255}>?/g
/** With what servers put around it: phrases may begin with an address. */
const enclosed = /(?:\[|\(|'|`|") ?<address> ?(?:\]|\)|'|"|)/g
/** Words joined as in the names of exceptions, in front of no address: SubmissionQuotaExceeded. */
const joined = /(?<![\w@+-])(?:[A-Z][a-z]{1,30}){2,12}(?![\w.+-]{0,64}@)/g
const codes = new RegExp(`#?${enhancedCodes.source}`, "g")
const asides =
  /\((?:in reply to|#|s\d|mode:|state)[^)]{0,80}\)|\[[^\]\s]{0,200}[\d._][^\]\s]{0,200}\]|\bgiving up on \S+|- gsmtp$/g

/** Removes links, addresses and host names, which may contain any word. */
export const plainWords = (text: string, envelope?: Envelope): PlainWords => {
  const lower = text
    .replace(links, " ")
    .replace(joined, (words) => words.replace(/(?!^)(?=[A-Z])/g, " "))
    .toLowerCase()
  const named = lower.match(addresses) ?? []
  const names = (address: string) =>
    [address.toLowerCase(), foldAddress(address)].some((spelling) =>
      named.some((one) => one.includes(spelling))
    )
  return {
    words: lower
      .replace(addresses, " <address> ")
      .replace(/ {2,}/g, " ")
      .replace(enclosed, " <address> ")
      .replace(codes, " ")
      .replace(asides, " ")
      .replace(/(?:\s|\.(?=\s|$)|\.{2,}|…)+/g, " ")
      .trim(),
    namesSenderOnly:
      envelope !== undefined &&
      (names(envelope.sender) || named.some(isReturnPath)) &&
      !names(envelope.recipient)
  }
}

/** In characters. The rest seldom distinguishes wordings, and wordings are stored in tables. */
const maxWording = 120

/**
 * Ids, queue names, host names and remains of addresses differ between replies. A word of 25 ASCII
 * characters counts as an id, too.
 */
const varies = /[\d@=]|\p{L}\.\p{L}|^[\x21-\x7e]{25,}$/u

const marks = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * The common part of replies with the same meaning from the same server: codes and words, without
 * addresses, hosts, numbers and ids. So `550 5.1.1 <ada@example.com>: User unknown` becomes
 * `550 5.1.1 user unknown`.
 */
export const wordingOf = ({ code, enhanced, text }: Reply, recipient: string): string => {
  const address = recipient.toLowerCase()
  const at = address.lastIndexOf("@")
  const named = new Set([address.slice(0, at), address.slice(at + 1)])
  const words = plainWords(text)
    .words.replaceAll("<address>", " ")
    .split(" ")
    .map((word) => word.replace(marks, ""))
    .filter((word) => word !== "" && !varies.test(word) && !named.has(word))
  return [String(code), ...(enhanced === null ? [] : [enhanced]), ...words]
    .join(" ")
    .slice(0, maxWording)
    .toWellFormed()
    .trimEnd()
}
