import type { ParseResult } from "effect"
import type { ValidationDetails } from "./ValidationFailed.js"

type Issue = Pick<ParseResult.ArrayFormatterIssue, "path" | "message">

const maxReasonLength = 200
const maxIssues = 100

/**
 * Cuts `, actual <the value>` off a schema's message: a refusal must never repeat a password or an
 * address.
 */
const reasonOf = (message: string): string =>
  message.replace(/,? ?actual [\s\S]*$/, "").slice(0, maxReasonLength)

const maxSegmentLength = 100

/** Shortens names that callers choose, such as those of headers, because they appear in paths. */
const segmentOf = (segment: PropertyKey): string => {
  const text = String(segment)
  return text.length > maxSegmentLength ? `${text.slice(0, maxSegmentLength)}…` : text
}

/** The alternative that every optional member adds. */
const absent = "Expected undefined"

/**
 * How specific a reason is: 2 for a message of our own, 1 for a broken rule of a type, 0 for a
 * wrong type.
 */
const weightOf = (reason: string): number =>
  !reason.startsWith("Expected ") ? 2 : /^Expected an? /.test(reason) ? 1 : 0

/** Matches a literal text or number, or several if a union distinguishes its members by it. */
const literal = /^Expected (?:"[^"]*"|\d+)(?: \| (?:"[^"]*"|\d+))*$/

const literalsIn = (reason: string): ReadonlyArray<string> =>
  literal.test(reason)
    ? [...reason.matchAll(/"([^"]*)"|\b(\d+)\b/g)].map(([, text, number]) => text ?? number ?? "")
    : []

/**
 * Rewords schema messages, which use TypeScript's names of types and the identifiers of structs.
 */
const inWords = (reason: string): string => {
  if (weightOf(reason) === 2) return reason
  const expected = reason.slice("Expected ".length)
  if (/^[{A-Z]/.test(expected))
    return expected.startsWith("ReadonlyArray") ? "must be a list" : "must be an object"
  if (/^(?:string|number|boolean)$/.test(expected)) return `must be a ${expected}`
  const plain = expected
    .replace(/^an integer/, "a whole number")
    .replace(/^an array/, "a list")
    .replace(/ between (\S+) and /, " from $1 to ")
  return `must be ${plain.replace(/\b1 (\w+)\(s\)/, "1 $1").replace(/\(s\)/, "s")}`
}

/** Merges the reasons of one path; literals become one reason. */
const joined = (reasons: ReadonlyArray<string>): ReadonlyArray<string> => {
  const literals = reasons.flatMap(literalsIn)
  const others = reasons.filter((reason) => !literal.test(reason))
  const words = others.map(inWords)
  const choice =
    literals.length === 1 ? `must be ${literals.join("")}` : `must be one of ${literals.join(", ")}`
  return [...new Set(literals.length === 0 ? words : [...words, choice])]
}

/**
 * Folds schema issues into reasons by path. Unions report all members, so a type mismatch counts
 * only if nothing more specific was found.
 */
export const detailsOf = (
  issues: ReadonlyArray<Issue>,
  prefix: ReadonlyArray<string> = []
): ValidationDetails => {
  const found = issues
    .slice(0, maxIssues)
    .map((issue) => {
      const reason = reasonOf(issue.message)
      return {
        path: [...prefix, ...issue.path.map(segmentOf)].join("."),
        reason,
        weight: weightOf(reason)
      }
    })
    .filter(({ reason }) => reason !== absent)
  const isExplained = (path: string, weight: number): boolean =>
    found.some((other) =>
      other.path === path
        ? other.weight > weight
        : (path === "" || other.path.startsWith(`${path}.`)) && other.weight >= weight
    )
  const details = new Map<string, ReadonlyArray<string>>()
  for (const { path, reason, weight } of found) {
    if (weight < 2 && isExplained(path, weight)) continue
    const key = path === "" ? "body" : path
    details.set(key, [...(details.get(key) ?? []), reason])
  }
  return Object.fromEntries([...details].map(([path, reasons]) => [path, joined(reasons)]))
}
