import { describe, expect, it } from "@effect/vitest"
import { ValidationFailed } from "@telemark/contract"
import { ReleaseRelay } from "@telemark/core"
import { layerReleaseRelay, smtp, type SmtpOAuth2Options, testRelay } from "@telemark/smtp"
import { Cause, Effect, Exit, Layer, Logger, Redacted, References } from "effect"
import { makeMessage, open } from "./support.js"
import { answerOf, secrets, tokenEndpoint, tokenServer, user } from "./tokenSupport.js"

const accepted: unknown = expect.objectContaining({ _tag: "Accepted" })

const parts = (options: Parameters<typeof tokenServer>[0] = {}) =>
  Effect.gen(function* () {
    const endpoint = yield* tokenEndpoint((n) => ({
      refresh_token: `s3cret-refresh-${String(n)}`
    }))
    const server = yield* tokenServer(options)
    const oauth2: SmtpOAuth2Options = {
      tokenUrl: endpoint.url,
      clientId: "client-1",
      clientSecret: Redacted.make(secrets.client),
      scope: "https://mail.google.com/"
    }
    const url = `smtp://${encodeURIComponent(user)}@127.0.0.1:${String(server.peer.port)}?tls=none`
    return { endpoint, server, oauth2, url }
  })

describe("a relay that takes access tokens", () => {
  it.live.each([false, true])("gets one for all its connections, in a thread: %s", (thread) =>
    Effect.gen(function* () {
      const { endpoint, oauth2, server, url } = yield* parts()
      const refreshing = { ...oauth2, refreshToken: secrets.refresh }
      const transport = yield* open({ url, oauth2: refreshing, thread, connections: 3 })
      const outcomes = yield* Effect.forEach(
        ["a", "b", "c", "d", "e"],
        (name) => transport.deliver(makeMessage({ recipient: `${name}@example.org` })),
        { concurrency: "unbounded" }
      )
      for (const outcome of outcomes) expect(outcome).toEqual(accepted)
      expect(endpoint.forms()).toEqual([
        {
          grant_type: "refresh_token",
          refresh_token: secrets.refresh,
          client_id: "client-1",
          client_secret: secrets.client,
          scope: "https://mail.google.com/"
        }
      ])
      expect(server.peer.mails).toHaveLength(5)
    })
  )

  it.live("says through a thread what is wrong, without a secret in the log", () =>
    Effect.gen(function* () {
      const { endpoint, oauth2, url } = yield* parts()
      endpoint.peer.answer(answerOf({ error: "invalid_client", x: secrets.client }, 401))
      const lines: Array<string> = []
      const logger = Logger.make(({ cause, message }) => {
        lines.push(JSON.stringify([message, Cause.pretty(cause)]))
      })
      const outcomes = yield* Effect.forEach([true, false], (thread) =>
        Effect.flatMap(open({ url, oauth2, thread }), ({ deliver }) => deliver(makeMessage()))
      ).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "All")
      )
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({
          _tag: "Broken",
          stage: "auth",
          reason: "oauth2_invalid_client"
        })
      expect(lines.join("\n")).not.toContain("s3cret")
    })
  )

  it.effect("is tested up to the login, and used to release captured mail", () =>
    Effect.gen(function* () {
      const { oauth2, server, url } = yield* parts()
      yield* testRelay({ url, oauth2 })
      expect(server.logins()).toHaveLength(1)
      const relay = yield* Effect.provide(ReleaseRelay, layerReleaseRelay({ url, oauth2 }))
      const envelope = { from: "shop@example.com", to: "ada@example.org" }
      expect(
        yield* relay?.(envelope, Buffer.from("Subject: x\r\n\r\nx\r\n")) ?? Effect.void
      ).toEqual(accepted)
    })
  )

  it.effect("says what is wrong with its token when it is tested", () =>
    Effect.gen(function* () {
      const { endpoint, oauth2, url } = yield* parts({ accepts: () => false })
      expect(yield* Effect.flip(testRelay({ url, oauth2 }))).toMatchObject({
        stage: "auth",
        oauth2: "token_refused"
      })
      endpoint.peer.answer(answerOf({ error: "invalid_scope" }, 400))
      expect(yield* Effect.flip(testRelay({ url, oauth2 }))).toMatchObject({
        stage: "auth",
        oauth2: "invalid_scope"
      })
    })
  )

  const oauth2 = { tokenUrl: "https://login.example.com/token", clientId: "c", clientSecret: "s" }

  it.effect.each<readonly [string, string]>([
    ["smtp://ada:s3cret@relay.example.com", "has a password beside OAuth 2"],
    ["smtp://relay.example.com", "needs a user for the login"]
  ])("is named by a URL with a user alone: not by %s", ([url, words]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Layer.build(smtp({ url, oauth2 })))
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain(words)
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).not.toContain("s3cret")
    })
  )

  it.each([
    ["tokenUrl", { ...oauth2, tokenUrl: "http://login.example.com/token" }],
    ["tokenUrl", { ...oauth2, tokenUrl: 1 as unknown as string }],
    ["clientId", { ...oauth2, clientId: "" }],
    ["clientSecret", { ...oauth2, clientSecret: undefined }],
    ["clientSecret", { ...oauth2, clientSecret: "" }],
    ["refreshToken", { ...oauth2, refreshToken: 1 as unknown as string }],
    ["scope", { ...oauth2, scope: "a  b" }],
    ["token_url", { ...oauth2, token_url: "x" }]
  ])("refuses options that can't be used: %s", (name, wrong: SmtpOAuth2Options) => {
    expect(() => smtp({ url: "smtp://ada@relay.example.com", oauth2: wrong })).toThrow(
      ValidationFailed
    )
    expect(() => smtp({ url: "smtp://ada@relay.example.com", oauth2: wrong })).toThrow(name)
  })
})
