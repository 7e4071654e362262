import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { Effect, Redacted } from "effect"
import { openOwnServers } from "./ownServerSupport.js"
import { makeMessage } from "./support.js"
import {
  clientOf,
  longToken,
  secrets,
  shortToken,
  tokenEndpoint,
  tokenServer,
  tokenServerAt
} from "./tokenSupport.js"

const accepted: unknown = expect.objectContaining({ _tag: "Accepted" })

describe("a tenant's server that takes access tokens", () => {
  it.effect.each([
    ["XOAUTH2", "client_credentials", shortToken],
    ["XOAUTH2", "refresh_token", longToken],
    ["OAUTHBEARER", "client_credentials", longToken],
    ["OAUTHBEARER", "refresh_token", shortToken]
  ] as const)("is logged in to by %s with a token of the grant %s", ([mechanism, grant, token]) =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint((n) => ({ access_token: token(n) }))
      const server = yield* tokenServer({
        mechanisms: [mechanism],
        accepts: (given) => given === token(1)
      })
      const { deliver } = yield* openOwnServers()
      const refresh = grant === "refresh_token" ? { refresh: secrets.refresh } : {}
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url, refresh))
      expect(yield* deliver(own, makeMessage())).toEqual(accepted)
      expect(server.logins()).toEqual([`AUTH ${mechanism}`])
      expect(endpoint.forms()).toEqual([
        {
          grant_type: grant,
          client_id: "client-1",
          client_secret: secrets.client,
          scope: "https://outlook.office365.com/.default",
          ...(grant === "refresh_token" ? { refresh_token: secrets.refresh } : {})
        }
      ])
    })
  )

  it.effect("gets XOAUTH2 if it offers both mechanisms", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const { test } = yield* openOwnServers()
      yield* test(tokenServerAt(server.peer.port, clientOf(endpoint.url)))
      expect(server.logins()).toEqual(["AUTH XOAUTH2"])
    })
  )

  it.effect("gets one token for many messages at once", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const { deliver } = yield* openOwnServers()
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => deliver(own, makeMessage()),
        { concurrency: "unbounded" }
      )
      expect(outcomes).toEqual(outcomes.map(() => accepted))
      expect(endpoint.peer.requests).toHaveLength(1)
      expect(server.given.length).toBeGreaterThan(1)
    })
  )

  it.effect("keeps its token while connections come and go, and renews it ahead of its end", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const { deliver } = yield* openOwnServers({ idle: "1 second" })
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      const deliverNew = Effect.gen(function* () {
        expect(yield* deliver(own, makeMessage())).toEqual(accepted)
        yield* TestClock.adjust("1 second")
        yield* Effect.promise(() => server.peer.until(({ connections }) => connections.open === 0))
      })
      yield* deliverNew
      yield* TestClock.adjust("54 minutes")
      yield* deliverNew
      expect(endpoint.peer.requests).toHaveLength(1)
      yield* TestClock.adjust("1 minute")
      yield* deliverNew
      expect(endpoint.peer.requests).toHaveLength(2)
      expect(server.given).toEqual([shortToken(1), shortToken(1), shortToken(2)])
    })
  )

  it.effect("keeps a token as long as its endpoint says, whatever the time is there", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      endpoint.peer.answer((_, n) => ({
        status: 200,
        headers: { date: "Thu, 01 Jan 1970 00:00:00 GMT" },
        body: JSON.stringify({
          access_token: shortToken(n),
          expires_in: "3600",
          expires_on: "3600",
          not_before: "0"
        })
      }))
      const server = yield* tokenServer()
      const { deliver } = yield* openOwnServers({ idle: "1 second" })
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      for (const n of [1, 1, 2]) {
        expect(yield* deliver(own, makeMessage())).toEqual(accepted)
        expect(endpoint.peer.requests).toHaveLength(n)
        yield* TestClock.adjust("54 minutes")
      }
    })
  )

  it.effect("gets a new token once if it refuses the one that was kept", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      let revoked = 0
      const server = yield* tokenServer({
        accepts: (token) => Number(token.split(".")[1]) > revoked
      })
      const { deliver } = yield* openOwnServers({ idle: "1 second" })
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      expect(yield* deliver(own, makeMessage())).toEqual(accepted)
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => server.peer.until(({ connections }) => connections.open === 0))
      revoked = 1
      expect(yield* deliver(own, makeMessage())).toEqual(accepted)
      expect(server.given).toEqual([shortToken(1), shortToken(1), shortToken(2)])
      expect(endpoint.peer.requests).toHaveLength(2)
    })
  )

  it.effect("is asked once with a token that was fetched for it, and then refuses us", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer({ accepts: () => false })
      const { deliver } = yield* openOwnServers()
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      expect(yield* deliver(own, makeMessage())).toEqual({
        _tag: "Refused",
        provider: "custom",
        stage: "auth",
        reply: { code: 535, enhanced: "5.7.8", text: "The token is refused" },
        token: "token_refused",
        tls: null
      })
      expect(server.given).toHaveLength(1)
      yield* deliver(own, makeMessage())
      expect(server.given).toEqual([shortToken(1), shortToken(2)])
    })
  )

  it.effect("has its replaced refresh token used and kept", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint((n) => ({
        refresh_token: `s3cret-refresh-${String(n)}`,
        expires_in: 60
      }))
      const kept: Array<string> = []
      const server = yield* tokenServer()
      const { deliver } = yield* openOwnServers({ idle: "1 second" })
      const own = tokenServerAt(
        server.peer.port,
        clientOf(endpoint.url, {
          refresh: secrets.refresh,
          keepRefreshToken: (token) =>
            Effect.sync(() => {
              kept.push(Redacted.value(token))
            })
        })
      )
      for (let n = 0; n < 3; n++) {
        expect(yield* deliver(own, makeMessage())).toEqual(accepted)
        yield* TestClock.adjust("1 minute")
      }
      expect(endpoint.forms().map((form) => form["refresh_token"])).toEqual([
        "s3cret-refresh-0",
        "s3cret-refresh-1",
        "s3cret-refresh-2"
      ])
      expect(kept).toEqual(["s3cret-refresh-1", "s3cret-refresh-2", "s3cret-refresh-3"])
    })
  )
})
