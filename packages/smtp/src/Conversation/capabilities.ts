/** What a server's reply to EHLO offers, as far as it changes how a message is sent. */
export interface Capabilities {
  /** Commands may be sent without waiting for the replies (RFC 2920). */
  readonly pipelining: boolean
  /** Addresses and header fields needn't be ASCII (RFC 6531). */
  readonly smtputf8: boolean
  /** The largest message it takes, in octets (RFC 1870): 0 if it doesn't say; null if it doesn't know of sizes. */
  readonly size: number | null
}

/** Reads the reply to EHLO, its lines separated by LF. */
export const parseCapabilities = (reply: string): Capabilities => {
  const keywords = new Map(
    reply.split("\n").slice(1).map((line) => {
      const [keyword = "", parameter = ""] = line.trim().slice(4).split(/\s+/)
      return [keyword.toUpperCase(), parameter]
    })
  )
  const size = keywords.get("SIZE")
  return {
    pipelining: keywords.has("PIPELINING"),
    smtputf8: keywords.has("SMTPUTF8"),
    size: size === undefined ? null : /^\d{1,15}$/.test(size) ? Number(size) : 0
  }
}
