import { domainToASCII } from "node:url"
import { readUnmapped } from "../dns/address.js"

export type Host =
  /** In canonical form; an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) becomes IPv4. */
  | { readonly _tag: "Address"; readonly address: string }
  /** A name as A-labels in lower case, without a trailing dot. */
  | { readonly _tag: "Name"; readonly name: string }

// White space, control characters, and delimiters of URLs.
const delimiters = /[\s\p{Cc}%@/\\?#<>|^]/u
const label = /^[a-z0-9_-]{1,63}$/
const maxOctets = 253

const addressOf = (text: string): Host | undefined => {
  const address = readUnmapped(text)
  return address === undefined ? undefined : { _tag: "Address", address: address.toString() }
}

/**
 * An address in any spelling that some program accepts, or else a name. Addresses in decimal,
 * hexadecimal or octal, with fewer parts or other digits (`2130706433`, `0x7f.1`, `①②⑦.0.0.1`) are
 * read as browsers do. They never reach a resolver, which might read them as addresses too.
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

/** They always mean this machine and are never looked up (RFC 6761, 6.3). */
export const isLoopbackName = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost")

/**
 * Whether the host is resolved: errors would then reveal to tenants which names exist in a network
 * they can't see.
 */
export const isLookedUp = (host: string): boolean => {
  const parsed = parseHost(host)
  return parsed?._tag === "Name" && !isLoopbackName(parsed.name)
}

/**
 * An invalid host that isn't a misspelt name: no letter, or brackets, percent signs or a separate
 * number.
 */
export const looksLikeAddress = (text: string): boolean =>
  !/\p{L}/u.test(text) ||
  /[[\]%]|localhost|(?<![\p{L}\p{N}])(?:0x[\da-f]+|[\p{N}:]*\p{N})(?![\p{L}\p{N}])/iu.test(
    text.normalize("NFKC")
  )
