import { enhancedCodes, type Envelope } from "./Reply.js"

/** A reply's words, ready to be compared with rules. */
export interface PlainWords {
  /** In lower case, without links, codes and marks; addresses are `<address>`. */
  readonly words: string
  /** The reply names the message's sender and not its recipient. */
  readonly namesSenderOnly: boolean
}

const links = /\bhttps?:\/\/\S+|\bwww\.\S+/g
/** Quoted local parts, encoded words and stars in place of a local part are addresses too. Bounded, so that no text costs more than its length. */
const addresses = /<?(?:"[^"\s]{1,64}"|[^\s<>()"',;:[\]]{1,128})@[\w.-]{1,255}>?/g
const codes = new RegExp(`#?${enhancedCodes.source}`, "g")
const asides = /\((?:in reply to|#|s\d|mode:|state)[^)]{0,80}\)|\[[^\]\s]{0,200}[\d._][^\]\s]{0,200}\]|\bgiving up on \S+|- gsmtp$/g

/** Takes out of a text what only resembles words: a link, an address or a host's name may hold any. */
export const plainWords = (text: string, envelope?: Envelope): PlainWords => {
  const lower = text.toLowerCase().replace(links, " ")
  const named = lower.match(addresses) ?? []
  const names = (address: string) => named.some((one) => one.includes(address.toLowerCase()))
  return {
    words: lower.replace(addresses, " <address> ").replace(codes, " ").replace(asides, " ").replace(/(?:\s|\.(?=\s|$)|\.{2,}|…)+/g, " ").trim(),
    namesSenderOnly: envelope !== undefined && names(envelope.sender) && !names(envelope.recipient)
  }
}
