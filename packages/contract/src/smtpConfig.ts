import { Schema } from "effect"
import { Address } from "./address.js"
import { defineError, members } from "./defineError.js"
import { EhloName } from "./ehloName.js"
import { count, flag, instant, named, optional, required, text } from "./members.js"
import { SavedSmtpOAuth2, SmtpOAuth2, SmtpOAuth2Problem, smtpOAuth2Problems } from "./smtpOAuth2.js"
import { boundedText, checkedText, wordedRule } from "./validation/text.js"

/** It appears in logs, answers and header fields. */
const line = (max: number, min = 0) =>
  boundedText(max, min).pipe(
    Schema.check(
      wordedRule((value) =>
        /\p{Cc}/u.test(value) ? "must not contain control characters" : undefined
      )
    )
  )

/** SMTP AUTH separates its parts with NUL. */
const Password = checkedText(
  (password) => {
    if (password === "" || password.length > 1024) return "must be 1 to 1024 characters"
    return password.includes("\0") || !password.isWellFormed()
      ? "must not contain the NUL character or half of a surrogate pair"
      : undefined
  },
  { jsonSchema: { minLength: 1, maxLength: 1024 } }
)

const Port = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: 65_535 },
      { message: "must be a port number from 1 to 65535" }
    )
  )
)

const Members = Schema.Struct({
  provider: required(
    line(64, 1),
    "ses, sendgrid, mailgun, postmark, resend, brevo, mailjet, sparkpost, gmail; any other name means another server."
  ),
  host: required(line(255, 1), "A host name or an IP address."),
  port: required(Port, "Such as 587 or 465."),
  username: required(line(320, 1), "The user name of the login."),
  password: optional(
    Password,
    "The password of the login. It is stored encrypted, and never shown again."
  ),
  oauth2: optional(
    SmtpOAuth2,
    "Where access tokens for the login come from, for servers that take no passwords."
  ),
  tls_required: optional(
    Schema.Boolean,
    "Whether mail requires TLS with a certificate that is valid for the host; true by default."
  ),
  ehlo_name: optional(
    EhloName,
    "The name for EHLO, instead of that of the operator or the machine."
  ),
  from_email: optional(Address, "The sender of the tenant's mail if a send names none."),
  from_name: optional(line(255), "The display name of that sender.")
})

/** One of both. */
type Login =
  | { readonly password: string; readonly oauth2?: undefined }
  | { readonly password?: undefined; readonly oauth2: SmtpOAuth2 }

export type SaveSmtpConfig = Omit<typeof Members.Type, keyof Login> & Login

const loginProblem = ({ oauth2, password }: typeof Members.Type) => {
  if (password === undefined)
    return oauth2 === undefined
      ? { path: ["password"], issue: "is missing: the login takes a password or oauth2" }
      : undefined
  return oauth2 === undefined
    ? undefined
    : { path: ["oauth2"], issue: "must not be given beside a password" }
}

// The filter's type can't express the union.
export const SaveSmtpConfig = Members.pipe(
  Schema.check(
    Schema.makeFilter(loginProblem, {
      identifier: "SaveSmtpConfig",
      // In allOf, because oneOf would replace the members.
      jsonSchema: {
        allOf: [{ oneOf: [{ required: ["password"] }, { required: ["oauth2"] }] }]
      }
    })
  )
) as Schema.Codec<SaveSmtpConfig>

/** Without its secrets. Members that were not given are absent. */
export const SmtpConfig = named("SmtpConfig", {
  provider: text("The name as you gave it."),
  host: text("The host, in lower case, a name as A-labels."),
  port: count("The port."),
  username: text("The user name of the login."),
  oauth2: Schema.optional(
    SavedSmtpOAuth2.annotate({
      description: "Where access tokens for the login come from, if it takes them."
    })
  ),
  tls_required: flag("Whether mail requires TLS."),
  ehlo_name: Schema.optional(text("The name for EHLO, if the tenant chose one.")),
  from_email: Schema.optional(text("The sender of the tenant's mail if a send names none.")),
  from_name: Schema.optional(text("The display name of that sender.")),
  verified: flag(
    "False after the server refused the login, until it accepts mail again or is verified."
  ),
  created_at: instant("When a server was first saved."),
  updated_at: instant("When it was last saved.")
})
export type SmtpConfig = typeof SmtpConfig.Type

export const SavedSmtpConfig = named("SavedSmtpConfig", {
  success: Schema.Literal(true),
  provider: text("The name as you gave it.")
})
export type SavedSmtpConfig = typeof SavedSmtpConfig.Type

export const SmtpVerification = named("SmtpVerification", {
  success: flag("Whether the server accepted the login."),
  error: Schema.optional(text("Why it didn't, in one of a few fixed sentences."))
})
export type SmtpVerification = typeof SmtpVerification.Type

export class NoSmtpConfig extends defineError("NoSmtpConfig", {
  status: 404,
  code: "no_smtp_config",
  description: "No SMTP server of the tenant's own is saved.",
  message: "There is no SMTP configuration. Save one first."
}) {}

/** `policy`: the network policy refuses the address or port. */
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

/** The message repeats nothing that the server said: it can't help to explore a network. */
export class SmtpConnectionFailed extends defineError("SmtpConnectionFailed", {
  status: 400,
  code: "smtp_connection_failed",
  description:
    "The SMTP server can't be used with these settings; nothing was saved. `message` says why; `details.hint` says what the named provider expects.",
  members: members<{
    /** The server offers no login with user name and password. */
    readonly noLogin?: boolean
  }>(),
  details: {
    stage: SmtpTestStage,
    oauth2: Schema.optional(
      SmtpOAuth2Problem.annotate({
        description:
          "At the stage `auth` of a login by OAuth 2: what is wrong. `unreachable` may pass by itself."
      })
    ),
    hint: Schema.optional(
      Schema.String.annotate({ description: "What the named provider expects." })
    )
  },
  message: ({ noLogin: isWithoutLogin, oauth2, stage }) => {
    if (oauth2 !== undefined) return smtpOAuth2Problems[oauth2]
    return isWithoutLogin === true ? noLogin : whyFailed[stage]
  }
}) {}
