import { foldAddress } from "@telemark/contract"
import { domainToUnicode } from "node:url"

/** No mail can be sent there (RFC 6761 6.4), so no person has an address of it. */
export const erasedDomain = "erased.invalid"

export const isPseudonym = (address: string): boolean => address.endsWith(`@${erasedDomain}`)

/** A person whose data goes. */
export interface Erased {
  /** The key of the address: see `foldAddress`. */
  readonly folded: string
  /** How texts and JSON may have the address. */
  readonly spellings: ReadonlyArray<string>
  /** What stands for the address afterwards. */
  readonly pseudonym: string
}

/**
 * The address as it was asked for and as the log has it, with the domain as A-labels and as it is
 * read, with quotes and without.
 */
const spellingsOf = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = addresses.flatMap((address) => {
    const at = address.lastIndexOf("@")
    const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
    const locals = local.startsWith('"') ? [local] : [local, `"${local}"`]
    return locals.flatMap((one) => [`${one}@${domain}`, `${one}@${domainToUnicode(domain)}`])
  })
  const inJson = texts.map((text) => JSON.stringify(text).slice(1, -1))
  return [...new Set([...texts, ...inJson])]
}

export const erasedOf = (
  address: string,
  pseudonym: string,
  inLog: ReadonlyArray<string> = []
): Erased => {
  const folded = foldAddress(address)
  return { folded, pseudonym, spellings: spellingsOf([folded, address, ...inLog]) }
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** The address itself, not the end or the beginning of another one. */
const patternOf = ({ spellings }: Pick<Erased, "spellings">): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_.+-])(?:${spellings.map(literally).join("|")})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    "giu"
  )

/** Whether a text has the address, in upper or lower case. */
export const names = (text: string | null, person: Pick<Erased, "spellings">): boolean =>
  text !== null && patternOf(person).test(text)

/** With the pseudonym in place of the address. */
export const withoutAddress = (text: string, person: Erased): string =>
  text.replace(patternOf(person), () => person.pseudonym)
