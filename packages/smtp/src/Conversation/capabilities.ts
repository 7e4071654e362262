/** What a server's reply to EHLO offers, as far as it changes how a message is sent. */
export interface Capabilities {
  /** Commands may be sent without waiting for the replies (RFC 2920). */
  readonly pipelining: boolean
  /** Addresses and header fields needn't be ASCII (RFC 6531). */
  readonly smtputf8: boolean
  /** The largest message it takes, in octets (RFC 1870): 0 if it doesn't say; null if it doesn't know of sizes. */
  readonly size: number | null
  /** Which login it offers (RFC 4954): one that takes a user name and a password, only `other` ones, or none. */
  readonly login: "password" | "other" | "none"
}

/** Those that take a user name and a password, as far as nodemailer knows them. */
const passwordMechanisms: ReadonlySet<string> = new Set(["PLAIN", "LOGIN", "CRAM-MD5"])

const loginOf = (lines: ReadonlyArray<string>): Capabilities["login"] => {
  // Some write `AUTH=PLAIN`, as a draft of the RFC had it.
  const offers = lines.flatMap((line) => /^AUTH(?:[ =]+(.*))?$/i.exec(line)?.slice(1, 2) ?? [])
  if (offers.length === 0) return "none"
  const mechanisms = offers.join(" ").toUpperCase().split(/\s+/).filter((name) => name !== "")
  return mechanisms.length === 0 || mechanisms.some((name) => passwordMechanisms.has(name)) ? "password" : "other"
}

/** Reads the reply to EHLO, its lines separated by LF. */
export const parseCapabilities = (reply: string): Capabilities => {
  const lines = reply.split("\n").slice(1).map((line) => line.trim().slice(4))
  const keywords = new Map(lines.map((line) => {
    const [keyword = "", parameter = ""] = line.split(/\s+/)
    return [keyword.toUpperCase(), parameter]
  }))
  const size = keywords.get("SIZE")
  return {
    pipelining: keywords.has("PIPELINING"),
    smtputf8: keywords.has("SMTPUTF8"),
    size: size === undefined ? null : /^\d{1,15}$/.test(size) ? Number(size) : 0,
    login: loginOf(lines)
  }
}
