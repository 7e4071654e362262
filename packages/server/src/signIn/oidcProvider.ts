import { CurrentAuditOrigin, type Identity, isAddress, makeLimiter } from "@telemark/core"
import { SignInFailed, type SignInProvider } from "@telemark/http"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import type * as OpenId from "openid-client"
import type { Attempts } from "./attempts.js"
import { claimOf, type RoleMapping, roleOf } from "./roleMapping.js"

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted | undefined
  readonly scopes: string
  readonly roles: RoleMapping | undefined
}

/** Below the public URL: a page of the dashboard, which brings the answer back. */
const callbackPath = "/signed-in"

/** Seconds by which the provider's clock may differ from this machine's. */
const clockTolerance = 60

/** Seconds for each request to the provider. */
const timeout = 10

/** All that one attempt has of its own follows from one secret, which stays in the browser. */
const derived = (secret: string, what: "state" | "nonce" | "verifier"): string =>
  createHash("sha256").update(`${what} ${secret}`).digest("base64url")

const isLoopback = ({ hostname, protocol }: URL): boolean =>
  protocol === "http:" && /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname)

type Claims = Readonly<Record<string, unknown>>

/** Some providers write it as a text. */
const isVerified = ({ email_verified }: Claims): boolean =>
  email_verified === true || email_verified === "true"

const hasAddress = ({ email, email_verified }: Claims): boolean =>
  email !== undefined && email_verified !== undefined

/** The address and whether it is verified are from one of them: each may know another address. */
const joined = (token: Claims, userinfo: Claims): Claims => {
  const { email, email_verified } = hasAddress(token) ? token : userinfo
  return { ...userinfo, ...token, email, email_verified }
}

const invalid = (cause?: unknown) => new SignInFailed({ because: "sign_in_failed", cause })

const unavailable = (cause: unknown) =>
  new SignInFailed({ because: "provider_unavailable", cause: messageOf(cause) })

/** Neither codes nor tokens: causes of the library may have whole answers. */
const messageOf = (error: unknown): string => {
  const { code, error: answered, message } = error as Readonly<Record<string, unknown>>
  return [message, code, answered].filter((part) => typeof part === "string").join(", ")
}

const nameIn = ({ name }: Claims): string | null =>
  typeof name === "string" && /^[^\p{Cc}]{1,100}$/u.test(name) && name.isWellFormed() ? name : null

/** Signs people in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export const makeOidcProvider = (
  { clientId, clientSecret, issuer, roles, scopes }: OidcSettings,
  publicUrl: string,
  attempts: Attempts
): SignInProvider => {
  let known: Promise<OpenId.Configuration> | undefined
  // Anybody can send answers to take to the provider. Those of one address leave room for others'.
  const limiter = makeLimiter({
    permits: 4,
    permitsPerKey: 3,
    refuse: {
      maxWaiting: 64,
      maxWaitingPerKey: 16,
      error: () => unavailable(new Error("too many sign in at once"))
    }
  })

  const discover = async (client: typeof OpenId): Promise<OpenId.Configuration> => {
    const at = new URL(issuer)
    return client.discovery(
      at,
      clientId,
      { [client.clockTolerance]: clockTolerance },
      clientSecret === undefined
        ? client.None()
        : client.ClientSecretPost(Redacted.value(clientSecret)),
      // oxlint-disable-next-line typescript/no-deprecated -- Only so that it is noticed: within this machine nobody listens in.
      { timeout, ...(isLoopback(at) ? { execute: [client.allowInsecureRequests] } : {}) }
    )
  }

  /** Found once; if the provider doesn't answer, again at the next attempt. */
  const connected = Effect.tryPromise({
    try: async () => {
      const client = await import("openid-client")
      known ??= discover(client)
      try {
        return { client, config: await known }
      } catch (error) {
        known = undefined
        throw error
      }
    },
    catch: unavailable
  })

  const begin = Effect.gen(function* () {
    const { client, config } = yield* connected
    const secret = yield* attempts.begin
    const code_challenge = yield* Effect.promise(() =>
      client.calculatePKCECodeChallenge(derived(secret, "verifier"))
    )
    const { href: url } = client.buildAuthorizationUrl(config, {
      redirect_uri: `${publicUrl}${callbackPath}`,
      scope: scopes,
      state: derived(secret, "state"),
      nonce: derived(secret, "nonce"),
      code_challenge,
      code_challenge_method: "S256"
    })
    return { url, secret }
  })

  /** What the token lacks, most providers tell by userinfo alone. */
  const claimsOf = async (
    client: typeof OpenId,
    config: OpenId.Configuration,
    query: string,
    secret: string
  ): Promise<Claims> => {
    const current = new URL(`${publicUrl}${callbackPath}`)
    current.search = query
    const tokens = await client.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: derived(secret, "verifier"),
      expectedState: derived(secret, "state"),
      expectedNonce: derived(secret, "nonce"),
      idTokenExpected: true
    })
    const claims: Claims = tokens.claims() ?? {}
    const userinfo = config.serverMetadata().userinfo_endpoint
    const lacks =
      !hasAddress(claims) || (roles !== undefined && claimOf(claims, roles.from) === undefined)
    return lacks && userinfo !== undefined
      ? joined(
          claims,
          await client.fetchUserInfo(config, tokens.access_token, String(claims["sub"]))
        )
      : claims
  }

  /** By the name that the provider gives itself: the setting may have another slash at its end. */
  const identityOf = (
    claims: Claims,
    config: OpenId.Configuration
  ): Effect.Effect<Identity, SignInFailed> => {
    const { email, sub } = claims
    if (typeof sub !== "string" || typeof email !== "string" || !isAddress(email))
      return invalid("the provider names no address")
    return isVerified(claims)
      ? Effect.succeed({
          issuer: config.serverMetadata().issuer,
          subject: sub,
          email,
          name: nameIn(claims),
          role: roleOf(roles, roles === undefined ? undefined : claimOf(claims, roles.from))
        })
      : new SignInFailed({ because: "email_not_verified" })
  }

  const answered = (query: string, secret: string): Effect.Effect<Identity, SignInFailed> =>
    Effect.gen(function* () {
      const { client, config } = yield* connected
      const claims = yield* Effect.tryPromise({
        try: () => claimsOf(client, config, query, secret),
        catch: (error) => (isUnreachable(error) ? unavailable(error) : invalid(messageOf(error)))
      })
      return yield* identityOf(claims, config)
    })

  const finish: SignInProvider["finish"] = (query, secret) =>
    Effect.gen(function* () {
      if (!(yield* attempts.hasBegun(secret))) return yield* invalid()
      const { address } = yield* CurrentAuditOrigin
      return yield* limiter.run({ key: address })(answered(query, secret))
    })

  const signOutUrl: SignInProvider["signOutUrl"] = (of) =>
    Effect.match(connected, {
      onFailure: () => undefined,
      onSuccess: ({ client, config }) => {
        const { end_session_endpoint, issuer: name } = config.serverMetadata()
        return end_session_endpoint === undefined || of !== name
          ? undefined
          : client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` }).href
      }
    })

  return { issuer, begin, finish, signOutUrl }
}

/** `fetch` failed, or took too long. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && ["OAUTH_TIMEOUT"].includes(String(Reflect.get(error, "code"))))
