import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { SmtpTestStage } from "@telemark/contract"
import type { OwnServer } from "@telemark/core"
import type { SmtpOptions } from "@telemark/smtp"
import { closedPort, cut, type PeerRule, say, smtpPeer, stall } from "@telemark/testing"
import { Effect, Fiber, Redacted } from "effect"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { impatient, makeCertificate } from "./support.js"

const made = makeCertificate("localhost")
const certificate = Effect.promise(() => made)

interface Lacks {
  readonly tls?: boolean
  readonly login?: boolean
}

/**
 * How testing a peer fails that has TLS that can be verified, and the login, unless it lacks them.
 */
const failedAt = (
  rules: ReadonlyArray<PeerRule>,
  lacks: Lacks = {},
  server: Partial<OwnServer> = {},
  timeouts?: SmtpOptions["timeouts"]
) =>
  Effect.gen(function* () {
    const tls = yield* certificate
    const peer = yield* smtpPeer({
      ...(lacks.tls === true ? {} : { tls }),
      ...(lacks.login === true ? {} : { login }),
      rules
    })
    const { test } = yield* openOwnServers({ ca: tls.cert, timeouts })
    const failure = yield* Effect.flip(test(serverAt(peer.port, { tls_required: true, ...server })))
    yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
    expect(peer.commands.some((line) => line.startsWith("MAIL"))).toBe(false)
    return failure
  })

const banner = "SECRET-BANNER of the inside"

describe("the test of a tenant's own server", () => {
  it.effect("connects, sets TLS up, logs in and takes leave, and sends nothing", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, login })
      const { test } = yield* openOwnServers({ ca: tls.cert })
      yield* test(serverAt(peer.port, { tls_required: true }))
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

  it.effect("does so by TLS from the first byte on at port 465", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, implicitTls: true, login })
      const { test } = yield* openOwnServers({ ca: tls.cert }, guardTo(peer))
      yield* test(serverAt(465, { tls_required: true }))
      expect(peer.commands.map((line) => line.split(" ")[0])).toContain("AUTH")
    })
  )

  const table: ReadonlyArray<
    readonly [string, SmtpTestStage, ReadonlyArray<PeerRule>, Lacks?, Partial<OwnServer>?]
  > = [
    ["silence instead of a greeting", "timeout", [stall("greeting")]],
    ["a greeting that refuses us", "greeting", [say("greeting", `554 5.7.1 ${banner}`)]],
    ["something else than SMTP", "protocol", [say("greeting", `SSH-2.0-${banner}`)]],
    ["a web server", "protocol", [say("greeting", `HTTP/1.1 400 ${banner}`)]],
    ["a server that hangs up at once", "greeting", [cut("greeting", "fin")]],
    ["silence after EHLO", "timeout", [stall("ehlo")]],
    ["garbage after EHLO", "protocol", [say("ehlo", banner)]],
    ["EHLO refused", "greeting", [say("ehlo", `550 ${banner}`)]],
    ["hanging up after EHLO", "greeting", [cut("ehlo", "rst")]],
    ["no STARTTLS", "tls", [], { tls: true }],
    ["STARTTLS refused", "tls", [say("starttls", `454 4.7.0 ${banner}`)]],
    [
      "STARTTLS refused where TLS isn't required",
      "tls",
      [say("starttls", `454 4.7.0 ${banner}`)],
      {},
      { tls_required: false }
    ],
    ["silence after STARTTLS", "timeout", [stall("starttls")]],
    ["STARTTLS without TLS behind it", "timeout", [say("starttls", "220 Go on")]],
    // What was sent in clear after the reply is thrown away (RFC 3207 4.2), and then nothing comes.
    ["garbage after STARTTLS", "timeout", [say("starttls", `220 Go on\r\n${banner.repeat(10)}`)]],
    ["hanging up after STARTTLS", "tls", [cut("starttls", "fin")]],
    ["no AUTH", "auth", [], { login: true }],
    [
      "no AUTH where TLS isn't required",
      "auth",
      [],
      { login: true, tls: true },
      { tls_required: false }
    ],
    ["a login that is refused", "auth", [], {}, { password: Redacted.make("wrong") }],
    ["a login that is refused for now", "auth", [say("auth", `454 4.7.0 ${banner}`)]],
    ["silence at the login", "timeout", [stall("auth")]],
    ["garbage at the login", "protocol", [say("auth", banner)]],
    ["hanging up at the login", "auth", [cut("auth", "fin")]]
  ]
  it.effect.each(table)(
    "%s fails at the stage %s, and nothing of the server is revealed",
    ([, stage, rules, lacks, server]) =>
      Effect.gen(function* () {
        const failure = yield* failedAt(
          rules,
          lacks,
          server,
          stage === "timeout" ? impatient : undefined
        )
        expect(failure.stage).toBe(stage)
        expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain("SECRET")
        expect(failure.hint).toBeUndefined()
      })
  )

  it.effect("distinguishes a login that is required but not offered from one that is refused", () =>
    Effect.gen(function* () {
      expect((yield* failedAt([], { login: true })).message).toContain(
        "The server offers no AUTH here that takes a user name and a password"
      )
      expect((yield* failedAt([], {}, { password: Redacted.make("wrong") })).message).toContain(
        "The server refused the login"
      )
    })
  )

  const day = 24 * 60 * 60 * 1000
  const certificates: ReadonlyArray<
    readonly [
      string,
      name: string,
      isTrusted: boolean,
      validity: { readonly notBeforeDate?: Date; readonly notAfterDate?: Date }
    ]
  > = [
    ["signed by an unknown authority", "localhost", false, {}],
    ["of another name", "mail.example.com", true, {}],
    [
      "that has expired",
      "localhost",
      true,
      { notBeforeDate: new Date(Date.now() - 9 * day), notAfterDate: new Date(Date.now() - day) }
    ],
    [
      "that isn't valid yet",
      "localhost",
      true,
      { notBeforeDate: new Date(Date.now() + day), notAfterDate: new Date(Date.now() + 9 * day) }
    ]
  ]
  it.effect.each(certificates)(
    "a certificate %s fails at TLS, be it STARTTLS or not",
    ([, name, isTrusted, validity]) =>
      Effect.gen(function* () {
        const tls = yield* Effect.promise(() => makeCertificate(name, validity))
        const peer = yield* smtpPeer({ tls, login })
        const implicit = yield* smtpPeer({ tls, login, implicitTls: true })
        const options = isTrusted ? { ca: tls.cert } : {}
        const own = yield* openOwnServers(options)
        expect(
          yield* Effect.flip(own.test(serverAt(peer.port, { tls_required: true })))
        ).toMatchObject({ stage: "tls" })
        const at465 = yield* openOwnServers(options, guardTo(implicit))
        expect(yield* Effect.flip(at465.test(serverAt(465, { tls_required: true })))).toMatchObject(
          { stage: "tls" }
        )
        expect(
          [...peer.commands, ...implicit.commands].some((line) => line.startsWith("AUTH"))
        ).toBe(false)
        yield* own.test(serverAt(peer.port, { tls_required: false }))
      })
  )

  it.effect("a server without a listener fails at the connection", () =>
    Effect.gen(function* () {
      const { test } = yield* openOwnServers()
      const port = yield* Effect.promise(() => closedPort())
      expect(yield* Effect.flip(test(serverAt(port)))).toMatchObject({ stage: "connect" })
    })
  )

  it.effect("a name that there isn't fails at DNS", () =>
    Effect.gen(function* () {
      const { test } = yield* openOwnServers()
      expect(yield* Effect.flip(test(serverAt(2525, { host: "nowhere.invalid" })))).toMatchObject({
        stage: "dns"
      })
    })
  )

  it.effect("TLS on a port where STARTTLS is awaited fails in time", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, implicitTls: true, login })
      const { test } = yield* openOwnServers({ ca: tls.cert, timeouts: impatient })
      expect(yield* Effect.flip(test(serverAt(peer.port, { tls_required: true })))).toMatchObject({
        stage: "timeout"
      })
    })
  )

  it.effect("ends after 10 s whatever the server does, and closes the connection", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login, rules: [stall("auth")] })
      const { test } = yield* openOwnServers()
      const fiber = yield* Effect.forkChild(Effect.flip(test(serverAt(peer.port))))
      yield* Effect.promise(() =>
        peer.until(({ commands }) => commands.some((line) => line.startsWith("AUTH")))
      )
      yield* TestClock.adjust("9999 millis")
      expect(peer.connections.open).toBe(1)
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(fiber)).toMatchObject({ stage: "timeout" })
      yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 0))
    })
  )

  it.effect("says what the provider that was named expects", () =>
    Effect.gen(function* () {
      const failure = yield* failedAt(
        [],
        {},
        { provider: "SendGrid", password: Redacted.make("wrong") }
      )
      expect(failure.hint).toBe(
        "SendGrid: The user name is the word apikey, the password an API key that may send mail."
      )
    })
  )
})
