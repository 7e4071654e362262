import { Schema } from "effect"
import { defineError, members } from "../defineError.js"

/** The tenant has no SMTP server of its own. */
export class NoSmtpConfig extends defineError("NoSmtpConfig", {
  status: 404,
  code: "no_smtp_config",
  description: "No SMTP server of the tenant's own is saved.",
  message: "There is no SMTP configuration. Save one first."
}) {}

/**
 * The stage at which the test of an SMTP server failed. `policy`: the network policy refuses the
 * address or port.
 */
export const SmtpTestStage = Schema.Literals([
  "dns",
  "connect",
  "greeting",
  "tls",
  "auth",
  "timeout",
  "protocol",
  "policy"
])
export type SmtpTestStage = typeof SmtpTestStage.Type

const whyFailed: Readonly<Record<SmtpTestStage, string>> = {
  dns: "The host's name could not be resolved. Check its spelling.",
  connect:
    "The server could not be reached at this host and port. Check both, and whether a firewall lets this machine through.",
  greeting:
    "The server hung up or refused the connection before the login. Check the port, and whether the provider allows this machine's address.",
  tls: "TLS could not be set up: it is not offered, or the certificate is not valid for this host. Check host and port; use port 465, or 587 with STARTTLS.",
  auth: "The server refused the login, or hung up on it. Check the user name and the password.",
  timeout: "The server did not answer in time. Check host and port.",
  protocol: "The server answered with something that is not SMTP. Check the port.",
  policy:
    "The network policy does not allow this address or port. Ports are 25, 465, 587, 2525 and those from 1024 up; addresses must be public, " +
    "unless the operator allows their network with TELEMARK_ALLOW_NETWORKS."
}

const noLogin =
  "The server offers no AUTH here that takes a user name and a password. Check host and port."

/**
 * The SMTP server can't be used; nothing was saved. The message repeats nothing that the server
 * said, so that it can't help to explore a network.
 */
export class SmtpConnectionFailed extends defineError("SmtpConnectionFailed", {
  status: 400,
  code: "smtp_connection_failed",
  description:
    "The SMTP server can't be used with these settings; nothing was saved. `message` is one of a few fixed sentences for that stage; `details.hint` says what the named provider expects.",
  members: members<{
    /** At stage `auth`: the server offers no login with user name and password. */
    readonly noLogin?: boolean
  }>(),
  details: {
    stage: SmtpTestStage,
    hint: Schema.optional(
      Schema.String.annotate({ description: "What the named provider expects." })
    )
  },
  message: ({ noLogin: isWithoutLogin, stage }) =>
    isWithoutLogin === true ? noLogin : whyFailed[stage]
}) {}
