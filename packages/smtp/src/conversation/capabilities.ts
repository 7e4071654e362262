export interface Capabilities {
  /** Commands may be sent without waiting for the replies (RFC 2920). */
  readonly pipelining: boolean
  /** Addresses and header fields needn't be ASCII (RFC 6531). */
  readonly smtputf8: boolean
  /** Senders may ask what is reported about a message, and name it (RFC 3461). */
  readonly dsn: boolean
  /**
   * The largest message the server accepts, in octets (RFC 1870): 0 if it doesn't say, null if it
   * doesn't support SIZE.
   */
  readonly size: number | null
  /**
   * The login it offers (RFC 4954): one with user name and password, only `other` mechanisms, or
   * none.
   */
  readonly login: "password" | "other" | "none"
}

/** Mechanisms with user name and password that nodemailer supports. */
const passwordMechanisms: ReadonlySet<string> = new Set(["PLAIN", "LOGIN", "CRAM-MD5"])

const loginOf = (lines: ReadonlyArray<string>): Capabilities["login"] => {
  // Some servers write `AUTH=PLAIN`, as a draft of the RFC had it.
  const offers = lines.flatMap((line) => /^AUTH(?:[ =]+(.*))?$/i.exec(line)?.slice(1, 2) ?? [])
  if (offers.length === 0) return "none"
  const mechanisms = offers
    .join(" ")
    .toUpperCase()
    .split(/\s+/)
    .filter((name) => name !== "")
  return mechanisms.length === 0 || mechanisms.some((name) => passwordMechanisms.has(name))
    ? "password"
    : "other"
}

/** Parses the reply to EHLO, its lines separated by LF. */
export const parseCapabilities = (reply: string): Capabilities => {
  const lines = reply
    .split("\n")
    .slice(1)
    .map((line) => line.trim().slice(4))
  const keywords = new Map(
    lines.map((line) => {
      const [keyword = "", parameter = ""] = line.split(/\s+/)
      return [keyword.toUpperCase(), parameter]
    })
  )
  const size = keywords.get("SIZE")
  return {
    pipelining: keywords.has("PIPELINING"),
    smtputf8: keywords.has("SMTPUTF8"),
    dsn: keywords.has("DSN"),
    size: size === undefined ? null : /^\d{1,15}$/.test(size) ? Number(size) : 0,
    login: loginOf(lines)
  }
}
