import { makeMemory, makeSingleFlight } from "@telemark/core"
import { Clock, Effect, Redacted, type Scope } from "effect"
import type { AskForToken } from "./askForToken.js"
import type { GrantedToken, TokenClient, TokenFailed } from "./TokenClient.js"

/** One token for a login. */
export interface LoginToken {
  readonly accessToken: Redacted.Redacted
  /** Whether it was there already: then another may do better. */
  readonly isKept: boolean
}

/** The access tokens of one server. */
export interface TokenSource {
  readonly get: Effect.Effect<LoginToken, TokenFailed>
  /** The server refused this token: it isn't used again. */
  readonly forget: (token: LoginToken) => Effect.Effect<void>
}

export interface AccessTokens {
  /** `client` is asked each time a token has to be fetched: its refresh token may be newer. */
  readonly of: (server: string, client: () => TokenClient) => TokenSource
}

const second = 1_000_000_000n
const maxAhead = 300n * second
/** After an attempt to renew a token failed that is still good. */
const pause = 30n * second

/** Nanoseconds of the monotonic clock: a machine's time may be wrong, and set right meanwhile. */
export interface Lifetime {
  readonly renewAt: bigint
  readonly endsAt: bigint
}

/** A token is renewed when 5 min of its life are left, or a tenth if that is less. */
export const lifetimeOf = (askedAt: bigint, lifeMillis: number): Lifetime => {
  const life = BigInt(lifeMillis) * 1_000_000n
  const ahead = life / 10n < maxAhead ? life / 10n : maxAhead
  return { endsAt: askedAt + life, renewAt: askedAt + life - ahead }
}

interface KeptToken {
  readonly accessToken: Redacted.Redacted
  readonly lifetime: Lifetime
}

const isSame = (one: Redacted.Redacted, other: Redacted.Redacted | undefined): boolean =>
  other !== undefined && Redacted.value(one) === Redacted.value(other)

const kept = ({ accessToken }: KeptToken): LoginToken => ({ accessToken, isKept: true })

/**
 * Remembers the tokens of at most `capacity` servers. Whoever needs the same one at the same time
 * shares a request, which goes on in `scope`, if there is one, whoever goes away: its answer may
 * have a refresh token that replaces the one it used.
 */
export const makeAccessTokens = (
  ask: AskForToken,
  capacity: number,
  scope?: Scope.Scope
): AccessTokens => {
  const tokens = makeMemory<KeptToken>(capacity)
  const refreshTokens = makeMemory<Redacted.Redacted>(capacity)
  const { run } = makeSingleFlight(scope === undefined ? {} : { scope })

  /** With our latest refresh token; if that is refused, once more with the one that is stored. */
  const grant = (server: string, client: TokenClient): Effect.Effect<GrantedToken, TokenFailed> => {
    const latest = client.refreshToken && refreshTokens.get(server)
    if (latest === undefined || isSame(latest, client.refreshToken))
      return ask(client, client.refreshToken)
    return Effect.catchTag(ask(client, latest), "TokenFailed", (failure) => {
      if (failure.problem !== "invalid_grant") return failure
      refreshTokens.delete(server)
      return ask(client, client.refreshToken)
    })
  }

  const fetch = (server: string, client: TokenClient): Effect.Effect<LoginToken, TokenFailed> =>
    Effect.gen(function* () {
      const askedAt = yield* Clock.monotonicTimeNanos
      const { accessToken, life, refreshToken } = yield* grant(server, client)
      tokens.set(server, { accessToken, lifetime: lifetimeOf(askedAt, life) })
      const former = refreshTokens.get(server) ?? client.refreshToken
      if (former !== undefined && refreshToken !== undefined && !isSame(refreshToken, former)) {
        refreshTokens.set(server, refreshToken)
        yield* client.keepRefreshToken(refreshToken)
      }
      return { accessToken, isKept: false }
    })

  /** Whatever is wrong with the endpoint, a token that is still good is used. */
  const renew = (server: string, client: TokenClient, present: KeptToken, now: bigint) =>
    Effect.catchTag(fetch(server, client), "TokenFailed", () =>
      Effect.sync(() => {
        const { endsAt } = present.lifetime
        if (tokens.get(server) === present)
          tokens.set(server, { ...present, lifetime: { endsAt, renewAt: now + pause } })
        return kept(present)
      })
    )

  return {
    of: (server, client) => ({
      get: Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        const present = tokens.get(server)
        if (
          present !== undefined &&
          now < present.lifetime.renewAt &&
          now < present.lifetime.endsAt
        )
          return Effect.succeed(kept(present))
        return run(
          server,
          Effect.suspend(() =>
            present === undefined || now >= present.lifetime.endsAt
              ? fetch(server, client())
              : renew(server, client(), present, now)
          )
        )
      }),
      forget: ({ accessToken }) =>
        Effect.sync(() => {
          if (isSame(accessToken, tokens.get(server)?.accessToken)) tokens.delete(server)
        })
    })
  }
}
