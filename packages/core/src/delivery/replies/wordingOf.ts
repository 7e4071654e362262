import type { Reply } from "./Reply.js"
import { plainWords } from "./plainWords.js"

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
 * addresses, hosts, numbers and ids. 550 5.1.1
 * <ada@example.com>: Recipient address rejected: User unknown` becomes `550 5.1.1 recipient address
 * rejected user unknown .
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
