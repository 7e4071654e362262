import { Result } from "effect"
import { type IpAddress, isName, parseIpv4, parseIpv6, withoutRoot } from "./hosts.js"
import { isMacroString, type MacroPart, parseMacroString } from "./macros.js"

/** The result for addresses that a mechanism matches. */
export type Qualifier = "pass" | "fail" | "softfail" | "neutral"

export interface DomainSpec {
  readonly text: string
  readonly parts: ReadonlyArray<MacroPart>
}

/** RFC 7208 5. Without `target`: the domain of the record. */
export type Mechanism =
  | { readonly _tag: "All" }
  | { readonly _tag: "Include"; readonly target: DomainSpec }
  | { readonly _tag: "Exists"; readonly target: DomainSpec }
  | { readonly _tag: "Ptr"; readonly target: DomainSpec | undefined }
  | {
      readonly _tag: "A" | "Mx"
      readonly target: DomainSpec | undefined
      readonly prefix4: number
      readonly prefix6: number
    }
  | { readonly _tag: "Ip"; readonly network: IpAddress; readonly prefix: number }

export interface Directive {
  readonly qualifier: Qualifier
  readonly mechanism: Mechanism
  readonly text: string
}

/** RFC 7208 4.6.1. */
export interface SpfRecord {
  readonly directives: ReadonlyArray<Directive>
  readonly redirect: DomainSpec | undefined
  /** Modifiers in their original text. */
  readonly modifiers: ReadonlyArray<string>
}

const qualifiers: Readonly<Record<string, Qualifier>> = {
  "": "pass",
  "+": "pass",
  "-": "fail",
  "~": "softfail",
  "?": "neutral"
}

const isTopLabel = (label: string): boolean =>
  label.length <= 63 && /^[a-z0-9]+(?:-+[a-z0-9]+)*$/i.test(label) && /\D/.test(label)

const endsInTopLabel = (text: string): boolean => {
  const name = withoutRoot(text)
  const dot = name.lastIndexOf(".")
  return dot >= 0 && isTopLabel(name.slice(dot + 1))
}

/** RFC 7208 7.1. Rejects an impossible name without macros, which the RFC leaves open. */
const parseDomainSpec = (text: string): DomainSpec | undefined => {
  const parts = parseMacroString(text)
  if (parts === undefined) return undefined
  const endsInMacro = /%(?:\{[^}]*\}|[%_-])$/.test(text)
  const isPossible = text.includes("%") || isName(withoutRoot(text))
  return (endsInMacro || endsInTopLabel(text)) && isPossible ? { text, parts } : undefined
}

/** No leading zeros. All bits if it is absent, undefined if it is invalid. */
const parsePrefix = (digits: string | undefined, bits: number): number | undefined => {
  if (digits === undefined) return bits
  return /^(?:0|[1-9]\d{0,2})$/.test(digits) && Number(digits) <= bits ? Number(digits) : undefined
}

type Parser = (rest: string) => Mechanism | undefined

const withTarget =
  (tag: "Include" | "Exists"): Parser =>
  (rest) => {
    const target = rest.startsWith(":") ? parseDomainSpec(rest.slice(1)) : undefined
    return target === undefined ? undefined : { _tag: tag, target }
  }

const parsePtr: Parser = (rest) => {
  if (rest === "") return { _tag: "Ptr", target: undefined }
  const target = rest.startsWith(":") ? parseDomainSpec(rest.slice(1)) : undefined
  return target === undefined ? undefined : { _tag: "Ptr", target }
}

const withPrefixes =
  (tag: "A" | "Mx"): Parser =>
  (rest) => {
    const match = /^(?::(.+?))?(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest)
    if (match === null) return undefined
    const [, name, four, six] = match
    const prefix4 = parsePrefix(four, 32)
    const prefix6 = parsePrefix(six, 128)
    if (prefix4 === undefined || prefix6 === undefined) return undefined
    if (name === undefined) return { _tag: tag, target: undefined, prefix4, prefix6 }
    const target = parseDomainSpec(name)
    return target === undefined ? undefined : { _tag: tag, target, prefix4, prefix6 }
  }

const withNetwork =
  (version: 4 | 6): Parser =>
  (rest) => {
    const [, text = "", digits] = /^:([^/]+)(?:\/(\d+))?$/.exec(rest) ?? []
    const network = version === 4 ? parseIpv4(text) : parseIpv6(text)
    const prefix = parsePrefix(digits, version === 4 ? 32 : 128)
    return network === undefined || prefix === undefined
      ? undefined
      : { _tag: "Ip", network, prefix }
  }

const parsers = new Map<string, Parser>([
  ["all", (rest) => (rest === "" ? { _tag: "All" } : undefined)],
  ["include", withTarget("Include")],
  ["exists", withTarget("Exists")],
  ["ptr", parsePtr],
  ["a", withPrefixes("A")],
  ["mx", withPrefixes("Mx")],
  ["ip4", withNetwork(4)],
  ["ip6", withNetwork(6)]
])

/** Such as `~all` or `a:example.com/24`. */
const parseDirective = (text: string): Directive | undefined => {
  const [, sign = "", name = "", rest = ""] = /^([-+?~]?)([a-z0-9]+)([:/].*)?$/i.exec(text) ?? []
  const mechanism = parsers.get(name.toLowerCase())?.(rest)
  const qualifier = qualifiers[sign]
  return mechanism === undefined || qualifier === undefined
    ? undefined
    : { qualifier, mechanism, text }
}

/** In characters. A longer record doesn't fit in an answer over UDP. */
export const maxRecordLength = 4_096

/** RFC 7208 4.5. */
export const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/i

/** RFC 7208 4.6. Left says what is wrong and continues a sentence after "since". */
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
