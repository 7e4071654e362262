import { Result } from "effect"
import type { Directive, DomainSpec, SpfRecord } from "./SpfRecord.js"
import { isMacroString } from "./macros.js"
import { parseDirective, parseDomainSpec } from "./parseDirective.js"

/** In characters. A longer record doesn't fit in a DNS answer over UDP either. */
export const maxRecordLength = 4_096

/** RFC 7208 4.5. */
export const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/i

/**
 * Parses a record that `isSpfRecord` accepts (RFC 7208 4.6). Left says what is wrong and continues
 * a sentence after "since".
 */
export const parseRecord = (text: string): Result.Result<SpfRecord, string> => {
  if (text.length > maxRecordLength)
    return Result.fail(`it has more than ${maxRecordLength} characters`)
  const directives: Array<Directive> = []
  const modifiers: Array<string> = []
  const targets = new Map<string, DomainSpec>()
  for (const term of text
    .slice("v=spf1".length)
    .split(" ")
    .filter((part) => part !== "")) {
    const unread = Result.fail(`its term ${JSON.stringify(term.slice(0, 100))} is not valid`)
    const [, name, value = ""] = modifier.exec(term) ?? []
    const directive = parseDirective(term)
    if (!/^[\x21-\x7e]+$/.test(term)) return unread
    if (name === undefined) {
      if (directive === undefined) return unread
      directives.push(directive)
      continue
    }
    const key = name.toLowerCase()
    const target = parseDomainSpec(value)
    if (key === "redirect" || key === "exp") {
      if (target === undefined) return unread
      if (targets.has(key)) return Result.fail(`it has ${key}= twice`)
      targets.set(key, target)
    } else if (!isMacroString(value)) return unread
    modifiers.push(term)
  }
  return Result.succeed({ directives, redirect: targets.get("redirect"), modifiers })
}
