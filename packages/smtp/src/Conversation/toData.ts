import type { ComposedMail } from "../Composition/index.js"

const end = ".\r\n"

/** What doesn't count as the message's size (RFC 1870 5). */
export const lengthOfEnd = end.length

const endsLine = (text: string): boolean => text === "" || text.endsWith("\r\n")

/** Doubles the dots that begin a line (RFC 5321 4.5.2). The text's line ends are all CRLF. */
export const stuffDots = (text: string): string => {
  const stuffed = text.includes("\r\n.") ? text.replaceAll("\r\n.", "\r\n..") : text
  return stuffed.startsWith(".") ? `.${stuffed}` : stuffed
}

/** A mail as it follows DATA, its end included, in one piece: so it is one write, and few records of TLS. */
export const toData = ({ body, head }: ComposedMail): string =>
  `${stuffDots(head)}\r\n${stuffDots(body)}${endsLine(body) ? "" : "\r\n"}${end}`
