import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { makeAccessTokens, type TokenSource } from "../src/oauth2/AccessTokens.js"
import { type GrantedToken, type TokenClient, TokenFailed } from "../src/oauth2/TokenClient.js"

const client: TokenClient = {
  tokenUrl: "https://login.example.com/token",
  clientId: "client-1",
  clientSecret: Redacted.make("s3cret"),
  refreshToken: Redacted.make("refresh-0"),
  scope: undefined,
  keepRefreshToken: () => Effect.void
}

/** An endpoint whose n-th answer is `token-n`, and the refresh tokens that it was asked with. */
const endpoint = (
  answer: (n: number, refreshToken: string) => Partial<GrantedToken> | TokenFailed = () => ({})
) => {
  const asked: Array<string> = []
  const ask = (_: TokenClient, refreshToken: Redacted.Redacted | undefined) =>
    Effect.suspend((): Effect.Effect<GrantedToken, TokenFailed> => {
      const given = refreshToken === undefined ? "" : Redacted.value(refreshToken)
      const n = asked.push(given)
      const made = answer(n, given)
      return made instanceof TokenFailed
        ? Effect.fail(made)
        : Effect.succeed({
            accessToken: Redacted.make(`token-${String(n)}`),
            life: 3_600_000,
            refreshToken: undefined,
            ...made
          })
    })
  return { asked, ask }
}

const failed = (problem: TokenFailed["problem"]) => new TokenFailed({ problem })

const shown = (get: TokenSource["get"]) =>
  Effect.map(get, ({ accessToken }) => Redacted.value(accessToken))

describe("access tokens", () => {
  it.effect("are kept by server until 5 min of an hour are left", () =>
    Effect.gen(function* () {
      const { ask, asked } = endpoint()
      const tokens = makeAccessTokens(ask, 10)
      const [one, two] = [tokens.of("a", () => client), tokens.of("b", () => client)]
      expect(yield* shown(one.get)).toBe("token-1")
      expect(yield* shown(two.get)).toBe("token-2")
      yield* TestClock.adjust("3299 seconds")
      expect(yield* shown(one.get)).toBe("token-1")
      yield* TestClock.adjust("1 second")
      expect(yield* shown(one.get)).toBe("token-3")
      expect(asked).toHaveLength(3)
    })
  )

  it.effect("that are still good are used while the endpoint is out of order", () =>
    Effect.gen(function* () {
      const { ask, asked } = endpoint((n) => (n > 1 && n < 4 ? failed("unreachable") : {}))
      const { get } = makeAccessTokens(ask, 10).of("a", () => client)
      yield* get
      yield* TestClock.adjust("56 minutes")
      expect(yield* shown(get)).toBe("token-1")
      expect(asked).toHaveLength(2)
      // Not every message asks again.
      expect(yield* shown(get)).toBe("token-1")
      yield* TestClock.adjust("29 seconds")
      expect(yield* shown(get)).toBe("token-1")
      expect(asked).toHaveLength(2)
      yield* TestClock.adjust("1 second")
      expect(yield* shown(get)).toBe("token-1")
      expect(asked).toHaveLength(3)
      yield* TestClock.adjust("30 seconds")
      expect(yield* shown(get)).toBe("token-4")
    })
  )

  it.effect("that have ended aren't used, and a failure isn't kept", () =>
    Effect.gen(function* () {
      const { ask } = endpoint((n) => (n === 2 ? failed("invalid_client") : {}))
      const { get } = makeAccessTokens(ask, 10).of("a", () => client)
      yield* get
      yield* TestClock.adjust("1 hour")
      expect(yield* Effect.flip(get)).toEqual(failed("invalid_client"))
      expect(yield* shown(get)).toBe("token-3")
    })
  )

  it.effect("are fetched once for all who need one, whoever of them goes away", () =>
    Effect.gen(function* () {
      const answered = yield* Deferred.make<void>()
      const { ask, asked } = endpoint()
      const tokens = makeAccessTokens(
        (...given) => Effect.andThen(Deferred.await(answered), ask(...given)),
        10,
        yield* Effect.scope
      )
      const { get } = tokens.of("a", () => client)
      const first = yield* Effect.forkChild(get)
      const others = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 50 }), () => shown(get), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(answered, undefined)
      expect(new Set(yield* Fiber.join(others))).toEqual(new Set(["token-1"]))
      expect(asked).toHaveLength(1)
    })
  )

  it.effect("that were refused are forgotten, and their successors aren't", () =>
    Effect.gen(function* () {
      const { ask, asked } = endpoint()
      const { forget, get } = makeAccessTokens(ask, 10).of("a", () => client)
      const first = yield* get
      yield* forget(first)
      const second = yield* get
      yield* forget(first)
      expect(Redacted.value((yield* get).accessToken)).toBe(Redacted.value(second.accessToken))
      expect(asked).toHaveLength(2)
    })
  )

  it.effect("are of as many servers as there is room for", () =>
    Effect.gen(function* () {
      const { ask, asked } = endpoint()
      const tokens = makeAccessTokens(ask, 2)
      const of = (name: string) => tokens.of(name, () => client).get
      yield* Effect.forEach(["a", "b", "c", "c", "b"], of)
      expect(asked).toHaveLength(3)
      yield* of("a")
      expect(asked).toHaveLength(4)
    })
  )

  it.effect("come by the stored refresh token if ours is refused", () =>
    Effect.gen(function* () {
      let stored = "refresh-0"
      const { ask, asked } = endpoint((n, given) =>
        n > 1 && given !== stored
          ? failed("invalid_grant")
          : { life: 0, refreshToken: Redacted.make(`refresh-${String(n)}`) }
      )
      const { get } = makeAccessTokens(ask, 10).of("a", () => ({
        ...client,
        refreshToken: Redacted.make(stored)
      }))
      yield* get
      // Another process replaced it meanwhile, which ends ours.
      stored = "refresh-of-another"
      expect(yield* shown(get)).toBe("token-3")
      expect(asked).toEqual(["refresh-0", "refresh-1", "refresh-of-another"])
    })
  )
})
