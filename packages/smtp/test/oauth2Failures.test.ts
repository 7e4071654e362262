import { describe, expect, it } from "@effect/vitest"
import type { SmtpOAuth2Problem } from "@telemark/contract"
import { layerNetworkGuard } from "@telemark/network"
import {
  closedPort,
  say,
  type WebhookBehaviour,
  type WebhookPeer,
  webhookPeer
} from "@telemark/testing"
import { Effect, Logger, References } from "effect"
import { openOwnServers } from "./ownServerSupport.js"
import { makeCertificate, makeMessage } from "./support.js"
import {
  answerOf,
  clientOf,
  secrets,
  shortToken,
  tokenEndpoint,
  tokenServer,
  tokenServerAt
} from "./tokenSupport.js"

const refusal = (error: string, status = 400): WebhookBehaviour =>
  answerOf({ error, error_description: `SECRET: ${secrets.client}` }, status)

/** Everything that is logged meanwhile, besides what it returns, as text. */
const shown = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const result = yield* work.pipe(
      Effect.provide(
        Logger.layer([
          Logger.make(({ cause, message }) => {
            lines.push(message, cause)
          })
        ])
      ),
      Effect.provideService(References.MinimumLogLevel, "All")
    )
    return { result, text: JSON.stringify([result, lines]) }
  })

const answers: ReadonlyArray<
  readonly [string, SmtpOAuth2Problem, WebhookBehaviour | ((peer: WebhookPeer) => WebhookBehaviour)]
> = [
  ["an expired secret", "invalid_client", refusal("invalid_client", 401)],
  ["an application that isn't known", "invalid_client", refusal("unauthorized_client")],
  ["a revoked consent", "invalid_grant", refusal("invalid_grant")],
  ["a scope that isn't known", "invalid_scope", refusal("invalid_scope")],
  ["another refusal", "refused", refusal("unsupported_grant_type")],
  ["an error of its own", "unreachable", refusal("server_error", 500)],
  ["too many requests", "unreachable", { status: 429, body: "SECRET" }],
  ["a reset", "unreachable", "reset"],
  ["half an answer", "unreachable", "closeHalfway"],
  ["an answer that isn't JSON", "unusable_answer", { status: 200, body: "<html>SECRET" }],
  ["an answer without a token", "unusable_answer", answerOf({ token_type: "Bearer" })],
  ["a token with a line end", "unusable_answer", answerOf({ access_token: "a\r\nQUIT" })],
  ["an endless answer", "unusable_answer", { large: 1_000_000 }],
  ["a redirect", "unusable_answer", ({ url }) => ({ redirect: `${url}/elsewhere` })],
  ["a page", "unusable_answer", { status: 404, body: "SECRET" }]
]

describe("a token endpoint", () => {
  it.effect.each(answers)("with %s is told apart: %s", ([, problem, answer]) =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      endpoint.peer.answer(typeof answer === "function" ? answer(endpoint.peer) : answer)
      const server = yield* tokenServer()
      const { deliver, test } = yield* openOwnServers()
      const own = tokenServerAt(
        server.peer.port,
        clientOf(endpoint.url, { refresh: secrets.refresh })
      )
      const { result: failure, text } = yield* shown(Effect.flip(test(own)))
      expect(failure).toMatchObject({ stage: "auth", oauth2: problem })
      expect(failure.message).toMatch(/^The token endpoint /)
      expect(text + failure.message).not.toMatch(/SECRET|s3cret/)
      expect(endpoint.peer.requests).toHaveLength(1)
      const { result: outcome, text: said } = yield* shown(deliver(own, makeMessage()))
      expect(outcome).toEqual({
        _tag: "Broken",
        provider: "custom",
        stage: "auth",
        reason: `oauth2_${problem}`,
        ambiguous: false,
        tls: null
      })
      expect(said).not.toMatch(/SECRET|s3cret/)
      expect(server.logins()).toEqual([])
    })
  )

  it.effect("that is silent is given up on in time", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const { test } = yield* openOwnServers({ timeouts: { token: 100 } })
      for (const answer of ["stall", "stallBody", "drip"] as const) {
        endpoint.peer.answer(answer)
        const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
        expect(yield* Effect.flip(test(own))).toMatchObject({
          stage: "auth",
          oauth2: "unreachable"
        })
      }
      yield* Effect.promise(() => endpoint.peer.until(({ open }) => open === 0))
    })
  )

  it.effect("that is down is told apart from one that the network policy forbids", () =>
    Effect.gen(function* () {
      const server = yield* tokenServer()
      const down = `http://127.0.0.1:${String(yield* Effect.promise(() => closedPort()))}/token`
      const { test } = yield* openOwnServers()
      const at = (url: string) => tokenServerAt(server.peer.port, clientOf(url))
      expect(yield* Effect.flip(test(at(down)))).toMatchObject({ oauth2: "unreachable" })
      const closed: ReadonlyArray<string> = [
        "https://10.0.0.1/token",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/token",
        "http://login.example.com/token",
        "file:///etc/passwd"
      ]
      for (const url of closed)
        expect(yield* Effect.flip(test(at(url)))).toMatchObject({
          stage: "auth",
          oauth2: "not_permitted"
        })
    })
  )

  it.effect("has to have a certificate that is valid for its name", () =>
    Effect.gen(function* () {
      const server = yield* tokenServer()
      for (const name of ["localhost", "login.example.com"]) {
        const tls = yield* Effect.promise(() => makeCertificate(name))
        const endpoint = yield* webhookPeer({ tls })
        endpoint.answer(answerOf({ access_token: shortToken(1) }))
        const own = tokenServerAt(server.peer.port, clientOf(`${endpoint.url}/token`))
        const trusting = yield* openOwnServers({ ca: tls.cert })
        const other = yield* openOwnServers()
        expect(yield* Effect.flip(other.test(own))).toMatchObject({ oauth2: "unreachable" })
        if (name === "localhost") yield* trusting.test(own)
        else expect(yield* Effect.flip(trusting.test(own))).toMatchObject({ oauth2: "unreachable" })
        expect(endpoint.requests).toHaveLength(name === "localhost" ? 1 : 0)
      }
    })
  )

  it.effect("on this machine is forbidden unless its network is allowed", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const guard = layerNetworkGuard({ allow: ["127.0.0.1/32"] })
      const { test } = yield* openOwnServers({}, guard)
      const url = endpoint.url.replace("127.0.0.1", "127.0.0.2")
      const own = tokenServerAt(server.peer.port, clientOf(url), { host: "127.0.0.1" })
      expect(yield* Effect.flip(test(own))).toMatchObject({ oauth2: "not_permitted" })
      expect(endpoint.peer.requests).toEqual([])
    })
  )
})

describe("an SMTP server", () => {
  it.effect.each([
    ["token_refused", "invalid_token"],
    ["token_refused", "400"],
    ["insufficient_scope", "insufficient_scope"]
  ] as const)("that refuses a token says why: %s, for its status %s", ([problem, status]) =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      for (const mechanism of ["XOAUTH2", "OAUTHBEARER"] as const) {
        const server = yield* tokenServer({
          accepts: () => false,
          mechanisms: [mechanism],
          status
        })
        const { test } = yield* openOwnServers()
        const own = tokenServerAt(server.peer.port, clientOf(endpoint.url), { provider: "gmail" })
        const failure = yield* Effect.flip(test(own))
        expect(failure).toMatchObject({ stage: "auth", oauth2: problem })
        expect(failure.message).toMatch(/SMTP server/)
        // What Gmail expects of a password is of no use here.
        expect(failure.hint).toBeUndefined()
        expect(server.given).toHaveLength(1)
      }
    })
  )

  it.effect("that offers no login with tokens isn't tried, and no token is fetched", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const { deliver, test } = yield* openOwnServers()
      for (const offer of ["AUTH PLAIN LOGIN", "SIZE"]) {
        const server = yield* tokenServer()
        server.peer.follow(say("ehlo", `250-peer.test\r\n250 ${offer}`))
        const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
        expect(yield* Effect.flip(test(own))).toMatchObject({
          stage: "auth",
          oauth2: "no_mechanism"
        })
        expect(yield* deliver(own, makeMessage())).toMatchObject({
          _tag: "Broken",
          reason: "oauth2_no_mechanism"
        })
      }
      expect(endpoint.peer.requests).toEqual([])
    })
  )

  it.effect("that refuses for now leaves its token alone", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      server.peer.follow(say("auth", "454 4.7.0 Not now", { times: 1 }))
      const { deliver } = yield* openOwnServers()
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      expect(yield* deliver(own, makeMessage())).toMatchObject({
        _tag: "Refused",
        stage: "auth",
        reply: { code: 454 }
      })
      expect(yield* deliver(own, makeMessage())).toMatchObject({ _tag: "Accepted" })
      expect(endpoint.peer.requests).toHaveLength(1)
    })
  )

  it.effect("that repeats the token has it taken out of its reply", () =>
    Effect.gen(function* () {
      const endpoint = yield* tokenEndpoint()
      const server = yield* tokenServer()
      const token = shortToken(1)
      server.peer.follow(
        say("auth", `535 5.7.8 Not ${token}, nor ${Buffer.from(token).toString("base64")}`)
      )
      const { deliver } = yield* openOwnServers()
      const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
      expect(yield* deliver(own, makeMessage())).toMatchObject({
        reply: { code: 535, text: "Not …, nor …" },
        token: "token_refused"
      })
    })
  )

  it.effect.each(["HTTP/1.1 400 Bad", "334", "235", "335 x", "334 %%%\r\n334 %%%"])(
    "that answers AUTH with %j is survived",
    (reply) =>
      Effect.gen(function* () {
        const endpoint = yield* tokenEndpoint()
        const server = yield* tokenServer({ accepts: () => false })
        server.peer.follow(say("auth", reply))
        const { deliver } = yield* openOwnServers({ timeouts: { command: 300 } })
        const own = tokenServerAt(server.peer.port, clientOf(endpoint.url))
        const outcome = yield* deliver(own, makeMessage())
        expect(["Broken", "Refused"]).toContain(outcome._tag)
      })
  )
})
