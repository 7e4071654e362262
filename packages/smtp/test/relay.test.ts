import { describe, expect, it } from "@effect/vitest"
import { testRelay } from "@telemark/smtp"
import { closedPort, say, smtpPeer, stall } from "@telemark/testing"
import { Effect } from "effect"
import { impatient, makeCertificate } from "./support.js"

const login = { user: "ada", password: "s3cret" }

describe("the test of the relay", () => {
  it.live("logs in and takes leave, and sends nothing", () =>
    Effect.gen(function* () {
      const tls = yield* Effect.promise(() => makeCertificate())
      const peer = yield* smtpPeer({ tls, login })
      yield* testRelay({ url: `smtp://ada:s3cret@localhost:${String(peer.port)}`, ca: tls.cert })
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.commands.map((line) => line.split(" ")[0])).toStrictEqual([
        "EHLO",
        "STARTTLS",
        "EHLO",
        "AUTH",
        "QUIT"
      ])
    })
  )

  it.live("greets a relay without a login, on this machine too: no policy applies to it", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      yield* testRelay({ url: peer.url })
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
      expect(peer.commands.map((line) => line.split(" ")[0])).toStrictEqual(["EHLO", "QUIT"])
    })
  )

  it.live("says at which stage it failed", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login, rules: [say("auth", "535 5.7.8 s3cret is wrong")] })
      const failure = yield* Effect.flip(testRelay({ url: `${peer.url}?tls=none` }))
      expect(failure).toMatchObject({ _tag: "SmtpConnectionFailed", stage: "auth" })
      expect(failure.message).not.toContain("s3cret")
      const silent = yield* smtpPeer({ rules: [stall("greeting")] })
      expect(yield* Effect.flip(testRelay({ url: silent.url, timeouts: impatient }))).toMatchObject(
        { stage: "timeout" }
      )
      const port = yield* Effect.promise(() => closedPort())
      expect(
        yield* Effect.flip(testRelay({ url: `smtp://127.0.0.1:${String(port)}` }))
      ).toMatchObject({ stage: "connect" })
      expect(yield* Effect.flip(testRelay({ url: `${peer.url}?tls=required` }))).toMatchObject({
        stage: "tls"
      })
    })
  )

  it.effect("says what is wrong with the URL", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(testRelay({ url: "http://example.com" }))).toMatchObject({
        _tag: "InvalidSmtpUrl"
      })
    })
  )
})
