import { Schema } from "effect"
import { octets } from "../Validation/index.js"

const localPart = /^[^\s"(),:;<>@[\\\]\x00-\x1f\x7f-\x9f]+$/u

/**
 * Characters that nobody sees, by their classes: format characters, those that programs may ignore,
 * blanks of other scripts, private use, and the blank of Braille. With one of them, an address that
 * looks like a suppressed one would be another.
 */
const unseen =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u

/**
 * Whether folding would make another letter of one, as `k` of the Kelvin sign: two addresses that
 * differ on their servers would be one here.
 */
const changesLetters = (local: string): boolean =>
  Array.from(local).some(
    (one) => !isAscii(one) && /[\x00-\x7f]/.test(one.normalize("NFC").toLowerCase())
  )
const asciiLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
// Applied before the URL parser, which turns `example.com/path` and `ex%61mple.com` into
// `example.com` and `0x7f.1` into an IPv4 address.
const unicodeLabel = /^[\p{L}\p{N}\p{M}-]+$/u

/**
 * A domain name as lower-case A-labels: two or more of 1 to 63 octets, at most 253 octets (RFC 1035
 * 2.3.4, RFC 5890). Else undefined.
 */
export const toAsciiDomain = (domain: string): string | undefined => {
  if (domain.length > 253) return undefined
  const labels = domain.split(".")
  if (labels.length < 2 || !labels.every((label) => unicodeLabel.test(label))) return undefined
  const ascii = isAscii(domain) ? domain.toLowerCase() : idnToAscii(domain)
  if (ascii === undefined || ascii.length > 253) return undefined
  const checked = ascii.split(".")
  const isNumeric = /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(checked.at(-1) ?? "")
  return !isNumeric && checked.every((label) => label.length <= 63 && asciiLabel.test(label))
    ? ascii
    : undefined
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

const idnToAscii = (domain: string): string | undefined => {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
}

/** The parts of a plain address such as `ada@example.com`; undefined if the text isn't one. */
export const splitAddress = (
  text: string
): { readonly local: string; readonly domain: string } | undefined => {
  if (text.length > 254) return undefined
  const at = text.lastIndexOf("@")
  if (at < 1 || octets(text) > 254) return undefined
  const local = text.slice(0, at)
  const domain = toAsciiDomain(text.slice(at + 1))
  const isDotAtom =
    localPart.test(local) && !local.startsWith(".") && !local.endsWith(".") && !local.includes("..")
  const isPlain =
    isAscii(local) || (local.isWellFormed() && !unseen.test(local) && !changesLetters(local))
  return domain !== undefined && isDotAtom && octets(local) <= 64 && isPlain
    ? { local, domain }
    : undefined
}

/** What is wrong with a text that isn't an address: `usual`, unless there is something unseen. */
export const addressProblem = (text: string, usual: string): string => {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  const found = unseen.exec(address)
  if (found === null) return usual
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
  const place = Array.from(address.slice(0, found.index)).length + 1
  return `${usual}: character ${String(place)} of the address (U+${code}) can't be seen`
}

/**
 * Whether text is a plain address: dot-atom local part (UTF-8 allowed, RFC 6531), `@`, domain name.
 */
export const isAddress = (text: string): boolean => splitAddress(text) !== undefined

/**
 * Folds an address to lower-case local part and A-labels. The key of suppressions and duplicates;
 * mail goes to the address as given.
 */
export const foldAddress = (address: string): string => {
  const parts = splitAddress(address)
  return parts === undefined
    ? address.toLowerCase()
    : `${parts.local.toLowerCase()}@${parts.domain}`
}

/**
 * A plain email address such as `ada@example.com` (RFC 5321 4.1.2 without quoting and literals; RFC
 * 6531).
 */
export const Address = Schema.String.pipe(
  Schema.filter(
    (text) =>
      isAddress(text)
        ? undefined
        : addressProblem(text, "must be an email address such as ada@example.com"),
    {
      identifier: "Address",
      jsonSchema: { type: "string", format: "email" }
    }
  )
)
