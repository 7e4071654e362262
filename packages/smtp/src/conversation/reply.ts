import type { Reply } from "@telemark/core"

const maxTextLength = 1000

/** One line without control characters, of at most 1,000. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed()

interface ReplyLine {
  readonly code: string
  readonly enhanced: string | undefined
  readonly rest: string
}

const readLine = (line: string): ReplyLine | undefined => {
  const [, code, rest = ""] = /^([2-5]\d\d)(?:[ -](.*))?$/su.exec(line.replace(/\r$/, "")) ?? []
  return code === undefined
    ? undefined
    : { code, enhanced: /^\d\.\d{1,3}\.\d{1,3}(?= |$)/.exec(rest)?.[0], rest }
}

/** Prefers one whose class matches the code. */
const enhancedOf = (code: string, lines: ReadonlyArray<ReplyLine>): string | undefined => {
  const all = lines.flatMap(({ enhanced }) => (enhanced === undefined ? [] : [enhanced]))
  return all.find((enhanced) => enhanced.startsWith(code.charAt(0))) ?? all[0]
}

/**
 * Parses an SMTP reply, its lines separated by LF. All should have the same code (RFC 5321 4.2.1);
 * if not, that of the last counts, which ends the reply. Enhanced codes that lines repeat are
 * removed from the text.
 */
export const parseReply = (response: string): Reply | undefined => {
  const read = response.split("\n").map(readLine)
  const lines = read.filter((line) => line !== undefined)
  const last = lines.at(-1)
  if (last === undefined || lines.length < read.length) return undefined
  const { code } = last
  const enhanced = enhancedOf(code, lines)
  const texts = lines.map((line) =>
    enhanced !== undefined && line.enhanced === enhanced
      ? line.rest.slice(enhanced.length)
      : line.rest
  )
  return { code: Number(code), enhanced: enhanced ?? null, text: oneLine(texts.join(" ")) }
}

/** The code that `parseReply` would return. Cheaper, and mostly enough. */
export const codeOf = (response: string): number | undefined => {
  if (response.includes("\n")) return parseReply(response)?.code
  return /^[2-5]\d\d(?=[ -]|\r?$)/.test(response) ? Number(response.slice(0, 3)) : undefined
}

const octets = /^[\x00-\xff]*$/

/** A complete UTF-8 sequence of more than one octet (RFC 3629 4). */
const multiByte = new RegExp(
  "[\\xc2-\\xdf][\\x80-\\xbf]|\\xe0[\\xa0-\\xbf][\\x80-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]{2}|\\xed[\\x80-\\x9f][\\x80-\\xbf]" +
    "|\\xf0[\\x90-\\xbf][\\x80-\\xbf]{2}|[\\xf1-\\xf3][\\x80-\\xbf]{3}|\\xf4[\\x80-\\x8f][\\x80-\\xbf]{2}"
)

/**
 * Decodes a reply with one character per octet: UTF-8 (RFC 6531 3.7.4), with U+FFFD for invalid
 * octets, else Latin-1. Decoded text stays unchanged.
 */
export const decodeReply = (bytes: string): string =>
  octets.test(bytes) && multiByte.test(bytes)
    ? Buffer.from(bytes, "latin1").toString("utf8")
    : bytes
