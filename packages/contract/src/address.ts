import { checkedText } from "./validation/text.js"
import { isAscii, octets } from "./textRules.js"

/** RFC 5322 3.2.3, RFC 6532 3.2. */
const atoms = /^[^\s"(),:;<>@[\\\]\x00-\x1f\x7f-\x9f]+$/u

/** Atoms with single dots between them. */
const dotAtom =
  /^[^\s".(),:;<>@[\\\]\x00-\x1f\x7f-\x9f]+(?:\.[^\s".(),:;<>@[\\\]\x00-\x1f\x7f-\x9f]+)*$/u

/** Quoted-string of RFC 5321 4.1.2 and RFC 6531 3.3. An empty one names no mailbox. */
const quoted = /^"(?:[ !#-[\]-~\u00a0-\u{10ffff}]|\\[ -~])+"$/u

/**
 * Characters that nobody sees, by classes: with one, an address that looks like a suppressed one
 * would be another.
 */
const unseen =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u

/** As `k` for the Kelvin sign: two addresses that differ on their servers would be one here. */
const changesLetters = (local: string): boolean =>
  Array.from(local + local.normalize("NFC")).some(
    (one) => !isAscii(one) && /[\x00-\x7f]/.test(one.normalize("NFC").toLowerCase())
  )

/** Without quotes; undefined if it is no local part. */
const nameOf = (local: string): string | undefined => {
  if (local.startsWith('"'))
    return quoted.test(local) ? local.slice(1, -1).replace(/\\(.)/g, "$1") : undefined
  return dotAtom.test(local) ? local : undefined
}

/** In as few quotes as it needs (RFC 5321 4.1.2), in NFC. */
const localOf = (name: string): string => {
  const composed = isAscii(name) ? name : name.normalize("NFC")
  return dotAtom.test(composed) ? composed : `"${composed.replace(/["\\]/g, "\\$&")}"`
}

const maxAddress = 254
const maxLocal = 64

/**
 * Nearly all addresses: dots and atoms of ASCII, and a domain in small letters. They are as they go
 * to servers already.
 */
const usual =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

const isUsual = (text: string): boolean =>
  text.length <= maxAddress && usual.test(text) && text.indexOf("@") <= maxLocal

/** Two or more labels of 1 to 63, of which the last is no number. */
const asciiDomain =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!(?:[0-9]+|0x[0-9a-f]*)$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
// Before the URL parser, which takes `ex%61mple.com` for `example.com` and `0x7f.1` for an IPv4
// address.
const unicodeDomain = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u

/**
 * Lower-case A-labels: two or more of 1 to 63 octets, at most 253 octets (RFC 1035 2.3.4, RFC
 * 5890).
 */
export const toAsciiDomain = (domain: string): string | undefined => {
  if (domain.length > 253) return undefined
  const ascii = isAscii(domain) ? domain.toLowerCase() : idnToAscii(domain)
  return ascii !== undefined && ascii.length <= 253 && asciiDomain.test(ascii) ? ascii : undefined
}

const idnToAscii = (domain: string): string | undefined => {
  if (!unicodeDomain.test(domain)) return undefined
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/**
 * The parts of a plain address as they go to servers: the local part without needless quotes and in
 * NFC, the domain as A-labels.
 */
export const splitAddress = (
  text: string
): { readonly local: string; readonly domain: string } | undefined => {
  const at = text.lastIndexOf("@")
  if (isUsual(text)) return { local: text.slice(0, at), domain: text.slice(at + 1) }
  if (text.length > maxAddress || at < 1 || octets(text) > maxAddress) return undefined
  const given = text.slice(0, at)
  const name = nameOf(given)
  if (name === undefined || octets(given) > maxLocal) return undefined
  const isPlain =
    isAscii(name) || (name.isWellFormed() && !unseen.test(name) && !changesLetters(name))
  const domain = toAsciiDomain(text.slice(at + 1))
  if (domain === undefined || !isPlain) return undefined
  const local = name === given && isAscii(name) ? name : localOf(name)
  return octets(local) <= maxLocal ? { local, domain } : undefined
}

const inQuotes = 'a local part with such dots is written in quotes, as in "ada..l"@example.com'

/** Why a text isn't an address: `usual`, unless something can't be seen, or quotes would help. */
export const addressProblem = (text: string, usual: string): string => {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  const found = unseen.exec(address)
  if (found === null) return isAddress(withQuotes(address)) ? `${usual}; ${inQuotes}` : usual
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
  const place = Array.from(address.slice(0, found.index)).length + 1
  return `${usual}: character ${String(place)} of the address (U+${code}) can't be seen`
}

const withQuotes = (address: string): string => {
  const at = address.lastIndexOf("@")
  const local = address.slice(0, at)
  return atoms.test(local) ? `"${local}"${address.slice(at)}` : address
}

export const isAddress = (text: string): boolean =>
  isUsual(text) || splitAddress(text) !== undefined

/** As it goes to servers; undefined if it isn't an address. */
export const toWireAddress = (address: string): string | undefined => {
  if (isUsual(address)) return address
  const parts = splitAddress(address)
  return parts === undefined ? undefined : `${parts.local}@${parts.domain}`
}

const fold = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.normalize("NFC").toLowerCase().normalize("NFC")

/**
 * The key of an address, the same for all its spellings: in lower case, NFC, without needless
 * quotes, the domain as A-labels. Other texts in lower case and NFC.
 */
export const foldAddress = (address: string): string => fold(toWireAddress(address) ?? address)

/**
 * A plain address such as `ada@example.com` (RFC 5321 4.1.2 without address literals; RFC 6531).
 * The local part may be quoted.
 */
export const Address = checkedText(
  (text) =>
    isAddress(text)
      ? undefined
      : addressProblem(text, "must be an email address such as ada@example.com"),
  {
    identifier: "Address",
    jsonSchema: { type: "string", format: "email" }
  }
)

/** Two labels or more, in upper or lower case and any script. */
export const DomainName = checkedText(
  (text) =>
    toAsciiDomain(text) === undefined
      ? "must be a domain name of two labels or more, such as example.com"
      : undefined,
  {
    jsonSchema: { maxLength: 253, examples: ["mail.example.com"] }
  }
)
