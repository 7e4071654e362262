import { Result } from "effect"
import { lookUpLimit } from "../spf/SpfCheck.js"
import { parseMechanisms } from "./terms.js"

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
 * Validates the SPF mechanisms that domains should publish, such as `include:_spf.example.com` or
 * `a mx`, and returns them separated by one space (RFC 7208 5). Left says what is wrong: it
 * continues a sentence after their name and never repeats them.
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
