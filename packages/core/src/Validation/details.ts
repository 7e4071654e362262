import type { ParseResult } from "effect"
import type { ValidationDetails } from "./ValidationFailed.js"

type Issue = Pick<ParseResult.ArrayFormatterIssue, "path" | "message">

const longestReason = 200
const mostIssues = 100

/**
 * A schema's message without the value that failed: messages end in `, actual <the value>`, and a
 * refusal must never repeat a password or an address.
 */
const reasonOf = (message: string): string => message.replace(/,? ?actual [\s\S]*$/, "").slice(0, longestReason)

/** What every optional member adds: that it might have been left out. */
const absent = "Expected undefined"

/** A schema names types as TypeScript does; of a long one only its kind is worth telling. */
const inWords = (reason: string): string =>
  reason.startsWith("Expected {") ? "must be an object" : reason.startsWith("Expected ReadonlyArray") ? "must be a list" : reason

const isTypeMismatch = (reason: string): boolean => reason.startsWith("Expected ")

/**
 * Folds schema issues into reasons by path. A union reports one issue for each of its members, so a
 * bare type mismatch counts only where nothing more telling was found at that path or below it.
 */
export const detailsOf = (issues: ReadonlyArray<Issue>, prefix: ReadonlyArray<string> = []): ValidationDetails => {
  const found = issues.slice(0, mostIssues).map((issue) => ({
    path: [...prefix, ...issue.path.map(String)].join("."),
    reason: reasonOf(issue.message)
  })).filter(({ reason }) => reason !== absent)
  const telling = found.filter(({ reason }) => !isTypeMismatch(reason))
  const isExplained = (path: string): boolean =>
    telling.some((other) => other.path === path || path === "" || other.path.startsWith(`${path}.`))
  const details = new Map<string, Set<string>>()
  for (const { path, reason } of found) {
    if (isTypeMismatch(reason) && isExplained(path)) continue
    const key = path === "" ? "body" : path
    details.set(key, (details.get(key) ?? new Set()).add(inWords(reason)))
  }
  return Object.fromEntries([...details].map(([path, reasons]) => [path, [...reasons]]))
}
