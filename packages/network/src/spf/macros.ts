import { dottedAddress, type IpAddress } from "./hosts.js"

/** The macro letters of domain names (RFC 7208 7.2). */
type MacroLetter = "s" | "l" | "o" | "d" | "i" | "p" | "v" | "h"

export type MacroPart =
  | { readonly _tag: "Text"; readonly text: string }
  | {
      readonly _tag: "Macro"
      readonly letter: MacroLetter
      /** How many parts to keep, from the right. Undefined: all. */
      readonly keep: number | undefined
      readonly isReversed: boolean
      readonly delimiters: string
      /** Characters but letters, digits, `-`, `.`, `_` and `~` become `%xx`. */
      readonly isEscaped: boolean
    }

interface MacroValues {
  readonly sender: string
  readonly domain: string
  readonly address: IpAddress
  readonly helo: string
  /** A name of the address that resolves back to it, or `unknown`. */
  readonly validatedName: string
}

const piece = /%\{[a-z]\d*r?[-.+,/_=]*\}|%[%_-]|[^%]+/gi
const expansion = /^%\{([slodipvh])(\d*)(r?)([^}]*)\}$/i
const fixed: Readonly<Record<string, string>> = { "%%": "%", "%_": " ", "%-": "%20" }

/** Whether all percent signs form macros, including those that are only valid in explanations. */
export const isMacroString = (text: string): boolean => {
  const pieces = text.match(piece) ?? []
  return (
    pieces.join("") === text &&
    pieces.every((part) => !/^%\{[^slodiphcrtv]/i.test(part) && !/^%\{.0+\D/.test(part))
  )
}

const isLetter = (text: string): text is MacroLetter => /^[slodipvh]$/.test(text)

const parsePart = (text: string): MacroPart | undefined => {
  if (!text.startsWith("%")) return { _tag: "Text", text }
  if (!text.startsWith("%{")) return { _tag: "Text", text: fixed[text] ?? text }
  const [, name = "", digits = "", reversal = "", delimiters = ""] = expansion.exec(text) ?? []
  const letter = name.toLowerCase()
  if (!isLetter(letter)) return undefined
  return {
    _tag: "Macro",
    letter,
    keep: digits === "" ? undefined : Number(digits),
    isReversed: reversal !== "",
    delimiters: delimiters === "" ? "." : delimiters,
    isEscaped: name !== letter
  }
}

export const parseMacroString = (text: string): ReadonlyArray<MacroPart> | undefined => {
  if (!isMacroString(text)) return undefined
  const parts = (text.match(piece) ?? []).map(parsePart)
  return parts.every((part) => part !== undefined) ? parts : undefined
}

const escape = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )

const valueOf = (
  letter: MacroLetter,
  { address, domain, helo, sender, validatedName }: MacroValues
): string => {
  const at = sender.lastIndexOf("@")
  switch (letter) {
    case "s":
      return sender
    case "l":
      return sender.slice(0, Math.max(0, at))
    case "o":
      return sender.slice(at + 1)
    case "d":
      return domain
    case "i":
      return dottedAddress(address)
    case "p":
      return validatedName
    case "v":
      return address.version === 4 ? "in-addr" : "ip6"
    case "h":
      return helo
  }
}

const splitAt = (text: string, delimiters: string): ReadonlyArray<string> =>
  delimiters
    .split("")
    .reduce<ReadonlyArray<string>>(
      (parts, delimiter) => parts.flatMap((part) => part.split(delimiter)),
      [text]
    )

/** RFC 7208 7.3. */
export const expand = (parts: ReadonlyArray<MacroPart>, values: MacroValues): string =>
  parts
    .map((part) => {
      if (part._tag === "Text") return part.text
      const split = splitAt(valueOf(part.letter, values), part.delimiters)
      const ordered = part.isReversed ? split.toReversed() : split
      const text = ordered.slice(part.keep === undefined ? 0 : -part.keep).join(".")
      return part.isEscaped ? escape(text) : text
    })
    .join("")
