import { domainToASCII } from "node:url"
import { readUnmapped } from "../Addresses/index.js"

/** What a host is, whatever its spelling. */
export type Host =
  /** An IP address in its usual form; an IPv4 address that was mapped into IPv6 (RFC 4291, 2.5.5.2) is one of IPv4. */
  | { readonly _tag: "Address"; readonly address: string }
  /** A name as A-labels in lower case, without a dot at its end. */
  | { readonly _tag: "Name"; readonly name: string }

// White space, controls, and what is a delimiter in a URL: a host with user info, a port, a path or percent-encoding.
const delimiters = /[\s\p{Cc}%@/\\?#<>|^]/u
const label = /^[a-z0-9_-]{1,63}$/
const maxOctets = 253

const addressOf = (text: string): Host | undefined => {
  const address = readUnmapped(text)
  return address === undefined ? undefined : { _tag: "Address", address: address.toString() }
}

/**
 * What a host is: an address in any spelling that some program takes for one, or else a name. Addresses in decimal,
 * hexadecimal or octal, in fewer parts or in other digits (`2130706433`, `0x7f.1`, `①②⑦.0.0.1`) are read as a
 * browser reads them, and never reach a resolver, which might read them too. Undefined if it is neither.
 */
export const parseHost = (host: string): Host | undefined => {
  if (host.length > 4 * maxOctets || delimiters.test(host)) return undefined
  const bare = /^\[(.*)\]$/.exec(host)?.[1] ?? host
  if (bare.includes(":")) return addressOf(bare)
  if (bare !== host) return undefined
  const name = domainToASCII(host).replace(/\.$/, "")
  const isName = name.length <= maxOctets && name.split(".").every((part) => label.test(part))
  return addressOf(name) ?? (isName ? { _tag: "Name", name } : undefined)
}

/** `localhost` and the names below it, which are this machine everywhere and never looked up (RFC 6761, 6.3). */
export const isLoopbackName = (name: string): boolean => name === "localhost" || name.endsWith(".localhost")

/**
 * Whether the addresses of a host are looked up. What they are is then not for tenants to learn: by what is said of a name, the names of a
 * network that they can't see could be told from those that there aren't.
 */
export const isLookedUp = (host: string): boolean => {
  const parsed = parseHost(host)
  return parsed?._tag === "Name" && !isLoopbackName(parsed.name)
}

/**
 * Whether what is no host looks like an address: it has no letter, or brackets, percent signs, or a number that stands by
 * itself. Then it is one that nobody reads, or only some programs, rather than a name with a typing mistake.
 */
export const looksLikeAddress = (text: string): boolean =>
  !/\p{L}/u.test(text) || /[[\]%]|localhost|(?<![\p{L}\p{N}])(?:0x[\da-f]+|[\p{N}:]*\p{N})(?![\p{L}\p{N}])/iu.test(text.normalize("NFKC"))
