import { foldAddress } from "@telemark/contract"

/** A person whose data goes. */
export interface Erased {
  /** The key of the address: see `foldAddress`. */
  readonly folded: string
  /** How texts and JSON may have the address, in small letters. */
  readonly spellings: ReadonlyArray<string>
  /** What stands for the address afterwards. */
  readonly pseudonym: string
}

/** The key has the domain as A-labels; others may have written it as it is read. */
export const erasedOf = (address: string, pseudonym: string): Erased => {
  const folded = foldAddress(address)
  const texts = [folded, address.toLowerCase()]
  const inJson = texts.map((text) => JSON.stringify(text).slice(1, -1))
  return { folded, pseudonym, spellings: [...new Set([...texts, ...inJson])] }
}

/** Whether a text has the address, in upper or lower case. */
export const names = (text: string | null, { spellings }: Pick<Erased, "spellings">): boolean => {
  const small = text?.toLowerCase()
  return spellings.some((spelling) => small?.includes(spelling) === true)
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** With the pseudonym in place of the address. */
export const withoutAddress = (text: string, { pseudonym, spellings }: Erased): string =>
  text.replace(new RegExp(spellings.map(literally).join("|"), "giu"), () => pseudonym)
