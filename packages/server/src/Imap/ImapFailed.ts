import { Data } from "effect"

/** At which step an IMAP server failed us. */
export type ImapStep = "connect" | "tls" | "auth" | "mailbox" | "protocol"

const explanations: Readonly<Record<ImapStep, string>> = {
  connect: "It can't be reached. Check host, port and the network between.",
  tls: "TLS could not be set up. Its certificate must be valid for the host; `?tls=none` with imap:// does without TLS, for a server on this machine.",
  auth: "It refused the login. Check the user and the password; some providers want a password for applications.",
  mailbox:
    "It has no such mailbox, or refuses to open it. Check the path of the URL, and the mailbox that messages are moved to.",
  protocol: "The conversation failed. It will mostly work later."
}

/** A mailbox on an IMAP server can't be read. The message names neither user nor password. */
export class ImapFailed extends Data.TaggedError("ImapFailed")<{
  readonly host: string
  readonly port: number
  readonly step: ImapStep
}> {
  readonly code = "imap_failed"

  override get message(): string {
    return `The IMAP server ${this.host}:${String(this.port)} can't be used (${this.step}). ${explanations[this.step]}`
  }
}

const tlsCodes =
  /^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO$|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH)/

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === "string" ? value : ""
}

/**
 * Which step an error of the client is about. Only its codes are looked at: its texts repeat what
 * was sent.
 */
export const stepOf = (error: unknown, otherwise: ImapStep): ImapStep => {
  if (typeof error !== "object" || error === null) return otherwise
  if (Reflect.get(error, "authenticationFailed") === true) return "auth"
  const code = textOf(error, "code")
  if (Reflect.get(error, "tlsFailed") === true || tlsCodes.test(code)) return "tls"
  if (
    /^(?:E(?:CONN|HOST|NET|NOTFOUND|AI_|TIMEDOUT|PIPE|ADDR)|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT)/.test(
      code
    )
  )
    return "connect"
  return otherwise
}
