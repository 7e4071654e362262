import { checkedText } from "./validation/text.js"
import { toAsciiDomain } from "./address.js"
import { parseUrl } from "./textRules.js"

const maxNameLength = 253

/** Such as a container's. A label of digits only would be read as an address. */
const isSingleLabel = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(text) && /[a-z]/i.test(text)

const toIpv4Literal = (text: string): string | undefined =>
  /^[\d.]+$/.test(text) && parseUrl(`http://${text}`)?.hostname === text ? `[${text}]` : undefined

const toIpv6Literal = (text: string): string | undefined => {
  const url = /^[0-9a-f:.]+$/i.test(text) ? parseUrl(`http://[${text}]`) : undefined
  return url === undefined ? undefined : `[IPv6:${url.hostname.slice(1, -1)}]`
}

const toLiteral = (text: string): string | undefined =>
  text.toLowerCase().startsWith("ipv6:")
    ? toIpv6Literal(text.slice("ipv6:".length))
    : toIpv4Literal(text)

/** RFC 5321 4.1.1.1: A-labels in lower case, or an address literal; undefined if it is neither. */
export const toEhloName = (text: string): string | undefined => {
  if (text.length > maxNameLength) return undefined
  if (text.startsWith("[") && text.endsWith("]")) return toLiteral(text.slice(1, -1))
  return isSingleLabel(text) ? text.toLowerCase() : toAsciiDomain(text)
}

/** Follows "must be". */
export const ehloNameRule =
  "a domain name such as mail.example.com, or an address literal such as [192.0.2.1]"

export const EhloName = checkedText(
  (text) => (toEhloName(text) === undefined ? `must be ${ehloNameRule}` : undefined),
  {
    jsonSchema: { maxLength: maxNameLength, examples: ["mail.example.com", "[192.0.2.1]"] }
  }
)

/** Valid only on one machine or in one network (RFC 6761, RFC 6762, RFC 8375, and by custom). */
const localEnds: ReadonlySet<string> = new Set([
  "arpa",
  "corp",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "private",
  "test"
])

/** Whether a name can mean the same host everywhere. */
export const isFullyQualified = (name: string): boolean => {
  const ascii = toAsciiDomain(name)
  return ascii !== undefined && !localEnds.has(ascii.slice(ascii.lastIndexOf(".") + 1))
}
