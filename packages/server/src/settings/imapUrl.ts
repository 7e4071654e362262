import { decodedPart, parseUrl } from "@telemark/core"
import { Redacted, Result } from "effect"

/** What happens to a message once its reports are recorded. */
export type Disposal =
  | { readonly _tag: "Keep" }
  | { readonly _tag: "Seen" }
  | { readonly _tag: "Delete" }
  | { readonly _tag: "Move"; readonly mailbox: string }

export interface ImapMailbox {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: from the first byte. `starttls`: required, too. `none`: in clear, with the login.
   */
  readonly tls: "implicit" | "starttls" | "none"
  readonly user: string
  readonly password: Redacted.Redacted | undefined
  readonly mailbox: string
  readonly disposal: Disposal | undefined
}

const invalid = (reason: string): Result.Result<never, string> => Result.fail(reason)

const decodePart = (text: string): string | undefined => {
  const decoded = decodedPart(text)
  return decoded === undefined || /\p{Cc}/u.test(decoded) ? undefined : decoded
}

export const disposals = {
  keep: { _tag: "Keep" },
  seen: { _tag: "Seen" },
  delete: { _tag: "Delete" }
} as const satisfies Record<string, Disposal>

/** Null if they are wrong. */
const toDisposal = ({ searchParams }: URL): Disposal | null | undefined => {
  const [then, move] = [searchParams.get("then"), searchParams.get("move")]
  if (then !== null && move !== null) return null
  if (move !== null)
    return move === "" || /\p{Cc}/u.test(move) ? null : { _tag: "Move", mailbox: move }
  if (then === null) return undefined
  return Object.hasOwn(disposals, then) ? disposals[then as keyof typeof disposals] : null
}

const parameters: ReadonlySet<string> = new Set(["tls", "then", "move"])

/**
 * Such as `imaps://user:password@host:993/INBOX?then=delete` (RFC 5092, with parameters of our
 * own): `imap` is STARTTLS, unless `?tls=none`. The error repeats no part of it.
 */
export const parseImapUrl = (text: string): Result.Result<ImapMailbox, string> => {
  const url = parseUrl(text)
  if (url === undefined)
    return invalid("is not a URL; percent-encode special characters of user and password")
  if (url.protocol !== "imap:" && url.protocol !== "imaps:")
    return invalid("must begin with imap:// or imaps://")
  if (url.hostname === "") return invalid("names no host")
  if (url.port === "0") return invalid("names no valid port")
  if (url.hash !== "") return invalid("has a # that isn't percent-encoded")
  const [user, password, mailbox] = [
    decodePart(url.username),
    decodePart(url.password),
    decodePart(url.pathname.slice(1))
  ]
  if (user === undefined || user === "") return invalid("names no valid user")
  if (password === undefined || mailbox === undefined)
    return invalid("has a percent sign that begins no valid escape")
  if ([...url.searchParams.keys()].some((key) => !parameters.has(key)))
    return invalid("has a parameter other than tls, then and move")
  const isSecure = url.protocol === "imaps:"
  const tls = url.searchParams.get("tls")
  if (tls !== null && (tls !== "none" || isSecure)) return invalid("has an invalid tls parameter")
  const disposal = toDisposal(url)
  if (disposal === null) return invalid("has an invalid then or move parameter")
  return Result.succeed({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 993 : 143) : Number(url.port),
    tls: isSecure ? "implicit" : tls === "none" ? "none" : "starttls",
    user,
    password: password === "" ? undefined : Redacted.make(password),
    mailbox: mailbox === "" ? "INBOX" : mailbox,
    disposal
  })
}
