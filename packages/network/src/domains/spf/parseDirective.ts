import type { Directive, DomainSpec, Mechanism, Qualifier } from "./SpfRecord.js"
import { parseIpv4, parseIpv6 } from "./addresses.js"
import { parseMacroString } from "./macros.js"
import { isName, withoutRoot } from "./names.js"

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

/**
 * Parses a domain name that may contain macros (RFC 7208 7.1). Rejects an impossible name without
 * macros, which the RFC leaves open.
 */
export const parseDomainSpec = (text: string): DomainSpec | undefined => {
  const parts = parseMacroString(text)
  if (parts === undefined) return undefined
  const endsInMacro = /%(?:\{[^}]*\}|[%_-])$/.test(text)
  const isPossible = text.includes("%") || isName(withoutRoot(text))
  return (endsInMacro || endsInTopLabel(text)) && isPossible ? { text, parts } : undefined
}

/** A prefix length without leading zeros. All bits if it is absent, undefined if it is invalid. */
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

/** Parses a mechanism such as `~all` or `a:example.com/24`. */
export const parseDirective = (text: string): Directive | undefined => {
  const [, sign = "", name = "", rest = ""] = /^([-+?~]?)([a-z0-9]+)([:/].*)?$/i.exec(text) ?? []
  const mechanism = parsers.get(name.toLowerCase())?.(rest)
  const qualifier = qualifiers[sign]
  return mechanism === undefined || qualifier === undefined
    ? undefined
    : { qualifier, mechanism, text }
}
