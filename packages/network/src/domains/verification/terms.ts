import { Result } from "effect"
import type { Directive, Mechanism, SpfRecord } from "../spf/SpfRecord.js"
import { maxRecordLength, parseRecord } from "../spf/parseRecord.js"
import { maxFoundLength } from "./texts.js"

/**
 * Parses mechanisms such as `include:_spf.example.com` or `a mx`: all with the qualifier pass, none
 * `all`. Left continues a sentence after "since".
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

/** Equal for mechanisms that match the same addresses in the record of `domain`. */
const keyOf = (domain: string, mechanism: Mechanism): string => {
  if (mechanism._tag === "All") return "all"
  if (mechanism._tag === "Ip") return `ip ${mechanism.network.text}/${mechanism.prefix}`
  const target = (mechanism.target?.text ?? domain).toLowerCase()
  return mechanism._tag === "A" || mechanism._tag === "Mx"
    ? `${mechanism._tag} ${target} ${mechanism.prefix4} ${mechanism.prefix6}`
    : `${mechanism._tag} ${target}`
}

/** Those of `ours` that the record lacks as pass mechanisms ahead of its `all`. */
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
 * A domain's record with our mechanisms once, ahead of `all` and of the terms in `ahead`. Null if
 * it would be too long.
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
