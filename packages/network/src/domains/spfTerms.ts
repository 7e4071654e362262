import { Result } from "effect"
import {
  type Directive,
  maxRecordLength,
  type Mechanism,
  parseRecord,
  type SpfRecord
} from "../spf/SpfRecord.js"
import { lookUpLimit } from "../spf/mechanisms.js"
import { maxFoundLength } from "./findings.js"

/**
 * Parses mechanisms such as `a mx`: all with the qualifier pass, none `all`. Left continues a
 * sentence after "since".
 */
export const parseMechanisms = (text: string): Result.Result<ReadonlyArray<Directive>, string> =>
  Result.flatMap(parseRecord(`v=spf1 ${text}`), ({ directives, modifiers }) => {
    if (directives.length === 0) return Result.fail("there are none")
    if (modifiers.length > 0) return Result.fail("modifiers such as redirect= aren't allowed")
    return directives.every(
      ({ mechanism, qualifier }) => qualifier === "pass" && mechanism._tag !== "All"
    )
      ? Result.succeed(directives)
      : Result.fail("all and the signs -, ~ and ? aren't allowed")
  })

/** The mechanisms with the qualifier pass ahead of `all`. */
export const allowing = (directives: ReadonlyArray<Directive>): ReadonlyArray<Directive> => {
  const all = directives.findIndex(({ mechanism }) => mechanism._tag === "All")
  return directives
    .slice(0, all < 0 ? undefined : all)
    .filter(({ qualifier }) => qualifier === "pass")
}

/** Equal for mechanisms that match the same addresses. */
const keyOf = (domain: string, mechanism: Mechanism): string => {
  if (mechanism._tag === "All") return "all"
  if (mechanism._tag === "Ip") return `ip ${mechanism.network.text}/${mechanism.prefix}`
  const target = (mechanism.target?.text ?? domain).toLowerCase()
  return mechanism._tag === "A" || mechanism._tag === "Mx"
    ? `${mechanism._tag} ${target} ${mechanism.prefix4} ${mechanism.prefix6}`
    : `${mechanism._tag} ${target}`
}

/** Those of `ours` that aren't pass mechanisms ahead of `all`. */
export const lacking = (
  domain: string,
  record: SpfRecord,
  ours: ReadonlyArray<Directive>
): ReadonlyArray<Directive> => {
  const published = new Set(
    allowing(record.directives).map(({ mechanism }) => keyOf(domain, mechanism))
  )
  return ours.filter(({ mechanism }) => !published.has(keyOf(domain, mechanism)))
}

const textOf = ({ text }: { readonly text: string }): string => text

/**
 * With our mechanisms once, ahead of `all` and of the terms in `ahead`. Null if it would be too
 * long.
 */
export const withMechanisms = (
  domain: string,
  { directives, modifiers }: SpfRecord,
  ours: ReadonlyArray<Directive>,
  ahead: ReadonlyArray<string> = []
): string | null => {
  const keys = new Set(ours.map(({ mechanism }) => keyOf(domain, mechanism)))
  const others = directives.filter(({ mechanism }) => !keys.has(keyOf(domain, mechanism)))
  const behind = others.findIndex(
    ({ mechanism, text }) => mechanism._tag === "All" || ahead.includes(text)
  )
  const at = behind < 0 ? others.length : behind
  const text = [
    "v=spf1",
    ...[...others.slice(0, at), ...ours, ...others.slice(at)].map(textOf),
    ...modifiers
  ].join(" ")
  return text.length > Math.min(maxRecordLength, maxFoundLength) ? null : text
}

/** Messages for common mistakes. They never repeat the term. */
const mistakes: ReadonlyArray<readonly [pattern: RegExp, problem: string]> = [
  [/^v=/i, "begins with a version: Telemark adds v=spf1 before the mechanisms"],
  [/^[-+~?]?all$/i, "ends with all: Telemark adds ~all after the mechanisms"],
  [
    /^[-+~?]/,
    "has a qualifier: all these mechanisms must pass, so write them without +, -, ~ and ?"
  ],
  [
    /^[a-z][\w.-]*=/i,
    "has a modifier: only mechanisms can be added to those that a domain publishes already"
  ],
  [/^ptr(?:[:/]|$)/i, "has ptr, which receivers no longer evaluate (RFC 7208 5.5)"]
]

/** Replaces the parser's message, which repeats the term. */
const readTerm = (term: string) => {
  const mistake = mistakes.find(([pattern]) => pattern.test(term))?.[1]
  return mistake === undefined
    ? Result.mapError(parseMechanisms(term), () => "has a term that isn't a mechanism of RFC 7208")
    : Result.fail(mistake)
}

/**
 * Validates the SPF mechanisms that domains should publish, such as `include:_spf.example.com`, and
 * returns them separated by one space (RFC 7208 5). Left says what is wrong: it continues a
 * sentence after their name and never repeats them.
 */
export const parseSpf = (text: string): Result.Result<string, string> => {
  const terms = text.trim().split(/[ \t]+/)
  return Result.flatMap(Result.all(terms.map(readTerm)), (directives) => {
    // Look-ups of included records count too but aren't known here.
    const lookUps = directives.flat().filter(({ mechanism }) => mechanism._tag !== "Ip").length
    return lookUps > lookUpLimit
      ? Result.fail(`takes more DNS look-ups than the ${String(lookUpLimit)} that a record may`)
      : Result.succeed(terms.join(" "))
  })
}
