import { Schema } from "effect"
import { named, optional, required, text } from "./members.js"
import { parseUrl } from "./textRules.js"
import { boundedText, checkedText } from "./validation/text.js"
import { maxUrlLength, webUrlProblem } from "./validation/webUrl.js"

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Why a text isn't the URL of a token endpoint: secrets go there, so it takes https, but for this
 * machine.
 */
export const tokenUrlProblem = (url: string): string | undefined => {
  const problem = webUrlProblem(url, "https://login.example.com/oauth2/token")
  if (problem !== undefined) return problem
  const { hash = "", hostname = "", protocol } = parseUrl(url) ?? {}
  if (hash !== "") return "must not contain a fragment"
  return protocol === "https:" || loopbackHost.test(hostname)
    ? undefined
    : "must begin with https://"
}

/** A refresh token of Microsoft has some 2,000. */
const maxSecret = 8192

/** RFC 6749 A: what identifies and authenticates a client has no control characters. */
const visible = (max: number) =>
  checkedText(
    (value) => {
      if (value === "" || value.length > max) return `must be 1 to ${String(max)} characters`
      return /\p{Cc}/u.test(value) || !value.isWellFormed()
        ? "must not contain control characters or half of a surrogate pair"
        : undefined
    },
    { jsonSchema: { minLength: 1, maxLength: max } }
  )

export const maxScope = 2048

/** RFC 6749 3.3, without the quotes and backslashes that it forbids. */
export const scopeProblem = (scope: string): string | undefined =>
  /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/.test(scope)
    ? undefined
    : "must be scopes with one space between them"

const Members = Schema.Struct({
  token_url: required(
    checkedText(tokenUrlProblem, { jsonSchema: { format: "uri", maxLength: maxUrlLength } }),
    "The token endpoint, an https URL such as https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token or https://oauth2.googleapis.com/token."
  ),
  client_id: required(boundedText(512, 1), "The id of the application that is registered there."),
  client_secret: optional(
    visible(maxSecret),
    "Its secret, which is stored encrypted and never shown again. An application that has none, with a refresh token, leaves it out."
  ),
  refresh_token: optional(
    visible(maxSecret),
    "With it, access tokens come by the grant `refresh_token` (RFC 6749 6), else by `client_credentials`. It is stored encrypted, replaced when the endpoint gives a new one, and never shown again."
  ),
  scope: optional(
    checkedText(
      (scope) =>
        scope.length > maxScope
          ? `must be at most ${String(maxScope)} characters`
          : scopeProblem(scope),
      { jsonSchema: { minLength: 1, maxLength: maxScope } }
    ),
    "What the tokens are for, such as https://outlook.office365.com/.default or https://mail.google.com/."
  )
})

/** How access tokens are got, instead of a password (RFC 6749). */
export const SmtpOAuth2 = Members.pipe(
  Schema.check(
    Schema.makeFilter(
      ({ client_secret, refresh_token }) =>
        client_secret === undefined && refresh_token === undefined
          ? { path: ["client_secret"], issue: "is missing: only a refresh_token goes without it" }
          : undefined,
      { identifier: "SmtpOAuth2", jsonSchema: {} }
    )
  )
)
export type SmtpOAuth2 = typeof SmtpOAuth2.Type

export const OAuth2Grant = Schema.Literals(["client_credentials", "refresh_token"])
export type OAuth2Grant = typeof OAuth2Grant.Type

/** Without its secrets. */
export const SavedSmtpOAuth2 = named("SavedSmtpOAuth2", {
  grant_type: OAuth2Grant.annotate({ description: "How access tokens are got." }),
  token_url: text("The token endpoint."),
  client_id: text("The id of the application."),
  scope: Schema.optional(text("What the tokens are for."))
})
export type SavedSmtpOAuth2 = typeof SavedSmtpOAuth2.Type

/** What a token endpoint's answer, or its lack, means. The first two may pass. */
export const tokenProblems = [
  "unreachable",
  "unusable_answer",
  "not_permitted",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "refused"
] as const
export type TokenProblem = (typeof tokenProblems)[number]

/** And what an SMTP server makes of a token. */
export const SmtpOAuth2Problem = Schema.Literals([
  ...tokenProblems,
  "no_mechanism",
  "token_refused",
  "insufficient_scope"
])
export type SmtpOAuth2Problem = typeof SmtpOAuth2Problem.Type

/** With what to do. They repeat nothing that either server said. */
export const smtpOAuth2Problems: Readonly<Record<SmtpOAuth2Problem, string>> = {
  unreachable:
    "The token endpoint could not be reached, did not answer in time, or is out of order. Check the token URL, or try again later.",
  unusable_answer:
    "The token endpoint answered with something other than an access token. Check the token URL.",
  not_permitted:
    "The network policy does not allow the address of the token endpoint: it must be public, unless the operator allows its network with TELEMARK_ALLOW_NETWORKS.",
  invalid_client:
    "The token endpoint refuses the application: the client id or the client secret is wrong, or the secret has expired. Make a new secret there, and save it.",
  invalid_grant:
    "The token endpoint refuses the refresh token: it has expired, or the consent was revoked. Sign in and consent anew, and save the new refresh token.",
  invalid_scope:
    "The token endpoint refuses the scope. For Microsoft 365 it is https://outlook.office365.com/.default, for Google https://mail.google.com/.",
  refused:
    "The token endpoint refuses the request. Check the application's permissions there, the grant and the scope.",
  no_mechanism:
    "The server offers no AUTH here that takes an access token (XOAUTH2 or OAUTHBEARER). Check host and port.",
  token_refused:
    "The token endpoint gave an access token, but the SMTP server refused it. Check the user name, which is the mailbox, the scope, and whether the application may send for this mailbox.",
  insufficient_scope:
    "The SMTP server says that the access token is not for sending mail. Check the scope, and the application's permissions at the token endpoint."
}
