import type { TokenProblem } from "@telemark/contract"
import { Data, type Effect, Redacted } from "effect"

/** A registered application, and what it asks a token endpoint with (RFC 6749). */
export interface TokenClient {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted | undefined
  /** With it, the grant is `refresh_token`, else `client_credentials`. */
  readonly refreshToken: Redacted.Redacted | undefined
  readonly scope: string | undefined
  /** Told of a refresh token that replaces it. */
  readonly keepRefreshToken: (refreshToken: Redacted.Redacted) => Effect.Effect<void>
}

/** No access token came. */
export class TokenFailed extends Data.TaggedError("TokenFailed")<{
  readonly problem: TokenProblem
}> {}

/** What an endpoint granted. */
export interface GrantedToken {
  readonly accessToken: Redacted.Redacted
  /** How long it is good for, in milliseconds since it was asked for. */
  readonly life: number
  readonly refreshToken: Redacted.Redacted | undefined
}

/**
 * The body of the request (RFC 6749 4.4.2, 6), in which the client authenticates, as Microsoft and
 * Google show it (RFC 6749 2.3.1).
 */
export const tokenForm = (
  { clientId, clientSecret, scope }: TokenClient,
  refreshToken: Redacted.Redacted | undefined
): string =>
  new URLSearchParams([
    ...(refreshToken === undefined
      ? [["grant_type", "client_credentials"]]
      : [
          ["grant_type", "refresh_token"],
          ["refresh_token", Redacted.value(refreshToken)]
        ]),
    ["client_id", clientId],
    ...(clientSecret === undefined ? [] : [["client_secret", Redacted.value(clientSecret)]]),
    ...(scope === undefined ? [] : [["scope", scope]])
  ]).toString()
