import {
  checkedOptions,
  type OptionNames,
  scopeProblem,
  tokenUrlProblem,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Redacted } from "effect"
import { makeAccessTokens, type TokenSource } from "./AccessTokens.js"
import { type AskForTokenOptions, makeAskForToken } from "./askForToken.js"
import type { TokenClient } from "./TokenClient.js"

/** Where access tokens for the login to a relay come from (RFC 6749). */
export interface OAuth2Options {
  /** The token endpoint: https, or http on this machine. */
  readonly tokenUrl: string
  /** The id of the application that is registered there. */
  readonly clientId: string
  /** Its secret. Only with a refresh token may an application have none. */
  readonly clientSecret?: string | Redacted.Redacted | undefined
  /** With it, tokens come by the grant `refresh_token`, else by `client_credentials`. */
  readonly refreshToken?: string | Redacted.Redacted | undefined
  /** Such as `https://outlook.office365.com/.default` or `https://mail.google.com/`. */
  readonly scope?: string | undefined
}

const names: OptionNames<OAuth2Options> = {
  tokenUrl: true,
  clientId: true,
  clientSecret: true,
  refreshToken: true,
  scope: true
}

const example = `{ tokenUrl: "https://oauth2.googleapis.com/token", clientId: "…", clientSecret: "…" }`

const isSecret = (value: unknown): boolean =>
  Redacted.isRedacted(value) || (typeof value === "string" && value !== "")

/** Throws `ValidationFailed`. */
const checked = (options: OAuth2Options): OAuth2Options => {
  const { clientId, clientSecret, refreshToken, scope, tokenUrl } = checkedOptions(
    "oauth2 of smtp()",
    example,
    names,
    options
  )
  const wrongUrl =
    typeof (tokenUrl as unknown) === "string"
      ? tokenUrlProblem(tokenUrl)
      : "must be the URL of a token endpoint"
  if (wrongUrl !== undefined) throw ValidationFailed.at("oauth2.tokenUrl", wrongUrl)
  if (typeof (clientId as unknown) !== "string" || clientId === "")
    throw ValidationFailed.at("oauth2.clientId", "must be the id of an application")
  for (const [name, value] of Object.entries({ clientSecret, refreshToken }))
    if (value !== undefined && !isSecret(value))
      throw ValidationFailed.at(`oauth2.${name}`, "must be a text that isn't empty")
  if (clientSecret === undefined && refreshToken === undefined)
    throw ValidationFailed.at(
      "oauth2.clientSecret",
      "is missing: only a refreshToken goes without it"
    )
  const wrongScope =
    scope === undefined || typeof (scope as unknown) !== "string" ? undefined : scopeProblem(scope)
  if (wrongScope !== undefined) throw ValidationFailed.at("oauth2.scope", wrongScope)
  return options
}

const hidden = (secret: string | Redacted.Redacted | undefined): Redacted.Redacted | undefined =>
  typeof secret === "string" ? Redacted.make(secret) : secret

/** The tokens of a relay's login. A refresh token that replaces the given one is remembered. */
export const tokensOf = (given: OAuth2Options, asking: AskForTokenOptions): TokenSource => {
  const { clientId, clientSecret, refreshToken, scope, tokenUrl } = checked(given)
  const client: TokenClient = {
    tokenUrl,
    clientId,
    clientSecret: hidden(clientSecret),
    refreshToken: hidden(refreshToken),
    scope,
    keepRefreshToken: () => Effect.void
  }
  return makeAccessTokens(makeAskForToken(asking), 1).of("relay", () => client)
}

/** With secrets as texts, which can cross to a thread. */
export const plainOAuth2 = ({
  clientSecret,
  refreshToken,
  ...rest
}: OAuth2Options): OAuth2Options => {
  const shown = (secret: string | Redacted.Redacted | undefined): string | undefined =>
    Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
  return { ...rest, clientSecret: shown(clientSecret), refreshToken: shown(refreshToken) }
}
