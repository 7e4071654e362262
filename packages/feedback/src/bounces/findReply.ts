import { oneLine } from "@telemark/contract"
import type { Reply, Stage } from "@telemark/core"

interface FoundReply {
  readonly reply: Reply
  readonly line: string
  readonly index: number
}

const maxReply = 1_000
const maxParagraph = 4_000

/**
 * A reply code or an enhanced code (RFC 3463), not part of a number, a date, an address or a host
 * name.
 */
const codeLike =
  /(?<![\w.@/+-])(?:([45][0-57]\d)(?![\w.@/]|-\d{3})|([45]\.[0-7]\.\d{1,3})(?!\.?\w))/g

/** Else it is a number in a sentence. */
const beforeCode = new RegExp(
  "(?:^|\\n)[ \\t>]{0,20}(?:<<<[ \\t])?$|[:;(<\"'#=[*,]\\s?$" +
    "|\\b(?:said|errors?|code|reply|response|responded|returned|status|with|was|smtp)[ \\t]$",
  "i"
)
const afterCode = new RegExp(
  "^(?:[ \\t]{0,5}(?:$|\\n|[-#\"'<(\\[:;,)\\]])" +
    "|[ \\t]{1,5}(?!(?:days?|hours?|minutes?|seconds?|messages?|recipients?|bytes|[km]?b|times|people|%)\\b))",
  "i"
)

const enhancedAfter = /^[- ]?[ \t]{0,3}\(?#?([245]\.\d{1,3}\.\d{1,3})(?!\.?\w)/

const endOfParagraph = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + maxParagraph)
  const end = /\n[ \t]*\r?\n/.exec(text.slice(from, limit))
  return end === null ? limit : from + end.index
}

/** Some systems write blank lines between the lines of a reply (DragonFly). */
const endOfReply = (text: string, from: number, code: string): number => {
  let end = endOfParagraph(text, from)
  for (let line = 0; line < 10 && end - from < maxReply; line++) {
    const blank = /^\s{1,20}/.exec(text.slice(end, end + 20))?.[0].length ?? 0
    if (
      blank === 0 ||
      !text.startsWith(code, end + blank) ||
      !/[- ]/.test(text.charAt(end + blank + code.length))
    )
      break
    end = endOfParagraph(text, end + blank)
  }
  return end
}

/**
 * Servers repeat the codes on each line: without them, the words of two lines are a sentence again.
 */
const joinLines = (text: string, code: string, enhanced: string | undefined): string => {
  const words = oneLine(text).slice(0, 2 * maxReply)
  if (!words.includes(`${code}-`) && !/\n[ \t]*[45]\d\d[ -]/.test(text)) return words
  const repeated =
    enhanced === undefined ? `${code}[- ]` : `${code}[- ](?:${enhanced.replaceAll(".", "\\.")} ?)?`
  return words.replace(new RegExp(`(?<=^| )${repeated}`, "g"), "")
}

const tidy = (text: string): string =>
  oneLine(text).replace(/ {2,}/g, " ").trim().slice(0, maxReply).toWellFormed()

const fromCode = (text: string, index: number, code: string): FoundReply => {
  const written = text.slice(index, endOfReply(text, index, code))
  const rest = written.slice(code.length)
  const enhanced = enhancedAfter.exec(rest)
  const words = joinLines(rest.slice(enhanced?.[0].length ?? 0), code, enhanced?.[1])
  return {
    reply: {
      code: Number(code),
      enhanced: enhanced?.[1] ?? null,
      text: tidy(words.replace(/^[-\s]{1,20}/, ""))
    },
    line: tidy(written),
    index
  }
}

/** Mostly behind its words: "Sorry, no mailbox here by that name. (#5.1.1)". */
const fromEnhanced = (text: string, index: number, enhanced: string): FoundReply => {
  const begin = text.lastIndexOf("\n", index) + 1
  const written = text.slice(Math.max(begin, index - maxReply), endOfParagraph(text, index))
  return {
    reply: { code: enhanced.startsWith("4") ? 450 : 550, enhanced, text: tidy(written) },
    line: tidy(written),
    index
  }
}

/**
 * The first refusal in a text: its reply code (RFC 5321) or enhanced code (RFC 3463), and the words
 * beside it.
 */
export const findReply = (text: string): FoundReply | undefined => {
  for (const found of text.matchAll(codeLike)) {
    const [, code, enhanced = ""] = found
    if (code === undefined) {
      // "#5.1.1 smtp;550 5.1.1 …" of Exchange: the reply itself follows.
      const line = text.slice(found.index, found.index + 200).split("\n", 1)[0] ?? ""
      const own = /[:;][ \t]?([45]\d\d)(?=[ -])/.exec(line)
      if (own?.[1]?.startsWith(enhanced.charAt(0)) === true)
        return fromCode(text, found.index + own.index + own[0].length - 3, own[1])
      return fromEnhanced(text, found.index, enhanced)
    }
    const before = text.slice(Math.max(0, found.index - 40), found.index)
    const after = text.slice(found.index + 3, found.index + 40)
    if (beforeCode.test(before) && afterCode.test(after)) return fromCode(text, found.index, code)
  }
  return undefined
}

/** The rest of a paragraph, on one line, without the marks before it. */
export const paragraphAt = (text: string, index: number): string =>
  tidy(text.slice(index, endOfParagraph(text, index)).replace(/^[>:"'\s]{1,20}/, ""))

const stages: ReadonlyArray<readonly [Stage, RegExp]> = [
  [
    "end_of_data",
    new RegExp(
      "\\b(?:reply to|response to|after) (?:the )?(?:end of )?(?:data|message|bdat|\\.)(?!\\w)|\\bafter i sent the message|data command" +
        "|>>> ?(?:data|bdat|\\.(?=\\s))|did not like our (?:final )?data",
      "g"
    )
  ],
  [
    "mail",
    new RegExp(
      "\\b(?:reply to|response to|after) (?:pipelined )?mail\\b|>>> ?mail from|sender was rejected|does not like (?:the )?sender" +
        "|did not like our mail from",
      "g"
    )
  ],
  [
    "rcpt",
    /\b(?:reply to|response to|after) (?:pipelined )?rcpt\b|>>> ?rcpt to|does not like recipient|did not like our rcpt to/g
  ]
]

/**
 * At which stage a server refused, as Postfix ("in reply to"), Exim ("after RCPT TO"), qmail and
 * sendmail (">>> DATA") write around the reply: what they last wrote before it, else what they
 * first wrote behind it.
 */
export const stageAround = (text: string, index: number): Stage | undefined => {
  const begin = Math.max(0, index - maxParagraph)
  const before = text.slice(begin, index).toLowerCase()
  const after = text.slice(index, endOfParagraph(text, index)).toLowerCase()
  const paragraph = Math.max(before.lastIndexOf("\n\n"), before.lastIndexOf("\n\r\n"), 0)
  const said = (part: string) =>
    stages
      .flatMap(([stage, words]) =>
        [...part.matchAll(words)].map((found) => ({ stage, at: found.index }))
      )
      .sort((one, other) => one.at - other.at)
  return (said(before.slice(paragraph)).at(-1) ?? said(after)[0])?.stage
}
