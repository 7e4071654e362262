import type { OAuth2Login, OwnServer } from "@telemark/core"
import { smtpPeer, type WebhookBehaviour, webhookPeer } from "@telemark/testing"
import { Effect, Redacted } from "effect"
import { serverAt } from "./ownServerSupport.js"

export const user = "shop@example.com"

/** As long as Microsoft's: it doesn't fit into the command. */
export const longToken = (n: number): string => `eyJ0.${String(n)}.${"x".repeat(1500)}`
export const shortToken = (n: number): string => `ya29.${String(n)}`

export const answerOf = (members: object, status = 200): WebhookBehaviour => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(members)
})

/** A token endpoint, by default one whose n-th answer is `shortToken(n)`, good for an hour. */
export const tokenEndpoint = (members: (n: number) => object = () => ({})) =>
  Effect.map(webhookPeer(), (peer) => {
    peer.answer((_, n) =>
      answerOf({
        access_token: shortToken(n),
        token_type: "Bearer",
        expires_in: 3600,
        ...members(n)
      })
    )
    return {
      peer,
      url: `${peer.url}/oauth2/token`,
      /** The forms that were posted. */
      forms: () => peer.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    }
  })

interface TokenServerOptions {
  readonly accepts?: (accessToken: string) => boolean
  readonly mechanisms?: ReadonlyArray<"XOAUTH2" | "OAUTHBEARER">
  readonly status?: string
}

/** A server that takes access tokens alone, and what it was given. */
export const tokenServer = ({ accepts = () => true, ...rest }: TokenServerOptions = {}) => {
  const given: Array<string> = []
  return Effect.map(
    smtpPeer({
      tokenLogin: {
        user,
        accepts: (token) => {
          given.push(token)
          return accepts(token)
        },
        ...rest
      }
    }),
    (peer) => ({
      peer,
      given,
      logins: () => peer.commands.filter((line) => line.startsWith("AUTH"))
    })
  )
}

export const secrets = { client: "s3cret-of-the-client", refresh: "s3cret-refresh-0" } as const

export const clientOf = (
  token_url: string,
  { refresh, ...more }: Partial<OAuth2Login> & { readonly refresh?: string } = {}
): OAuth2Login => ({
  grant_type: refresh === undefined ? "client_credentials" : "refresh_token",
  token_url,
  client_id: "client-1",
  client_secret: Redacted.make(secrets.client),
  refresh_token: refresh === undefined ? null : Redacted.make(refresh),
  scope: "https://outlook.office365.com/.default",
  keepRefreshToken: () => Effect.void,
  ...more
})

export const tokenServerAt = (
  port: number,
  oauth2: OAuth2Login,
  more: Partial<OwnServer> = {}
): OwnServer => ({
  ...serverAt(port, { username: user, ...more }),
  password: null,
  oauth2
})
