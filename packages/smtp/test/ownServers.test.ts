import { describe, expect, it } from "@effect/vitest"
import { say, smtpPeer } from "@telemark/testing"
import { Effect, Logger, Redacted } from "effect"
import { otherServer } from "./otherServer.js"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { publish, verify } from "./signatures.js"
import { makeCertificate, makeMessage } from "./support.js"

const quietly = Effect.provide(Logger.layer([]))
const made = makeCertificate("localhost")
const certificate = Effect.promise(() => made)

describe("mail over a tenant's own server", () => {
  it.live(
    "goes over STARTTLS with a certificate that is verified, after the login, under the provider's name",
    () =>
      Effect.gen(function* () {
        const tls = yield* certificate
        const peer = yield* smtpPeer({ tls, login })
        const { deliver } = yield* openOwnServers({ ca: tls.cert })
        const result = yield* deliver(
          serverAt(peer.port, { provider: "Our own", tls_required: true }),
          makeMessage()
        )
        expect(result).toStrictEqual({
          _tag: "Accepted",
          provider: "Our own",
          tls: "TLSv1.3",
          response: "250 2.0.0 Taken"
        })
        expect(peer.mails).toMatchObject([{ isSecure: true, user: "ada" }])
      })
  )

  it.live("goes over TLS from the first byte on, on port 465", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, implicitTls: true, login })
      const { deliver } = yield* openOwnServers({ ca: tls.cert }, guardTo(peer))
      expect(yield* deliver(serverAt(465, { tls_required: true }), makeMessage())).toMatchObject({
        _tag: "Accepted",
        tls: "TLSv1.3"
      })
      expect(peer.mails).toMatchObject([{ isSecure: true, user: "ada" }])
    })
  )

  it.live("is signed", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const published = publish("rsa")
      const { deliver } = yield* openOwnServers()
      for (const provider of [
        "custom",
        "ses",
        "sendgrid",
        "mailgun",
        "postmark",
        "resend",
        "brevo",
        "gmail"
      ]) {
        yield* deliver(
          serverAt(peer.port, { id: `smtp_${provider}`, provider }),
          makeMessage({ signing: [published.key] })
        )
      }
      expect(peer.mails).toHaveLength(8)
      for (const { source } of peer.mails) {
        expect(yield* Effect.promise(() => verify(source, [published]))).toStrictEqual([
          "pass example.com aligned"
        ])
      }
    })
  )

  it.live("isn't sent unsigned if its key fails", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      const key = { ...publish("ed25519").key, private_key: Redacted.make("nonsense") }
      expect(
        yield* quietly(deliver(serverAt(peer.port), makeMessage({ signing: [key] })))
      ).toMatchObject({ _tag: "Broken", provider: "custom", reason: "internal" })
      expect(peer.connections.total).toBe(0)
    })
  )

  it.live("with tls_required unset, uses the TLS that is offered, with any certificate", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        tls: yield* Effect.promise(() => makeCertificate("mail.example.com")),
        login
      })
      const { deliver } = yield* openOwnServers()
      expect((yield* deliver(serverAt(peer.port), makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails).toMatchObject([{ isSecure: true, user: "ada" }])
    })
  )

  it.live("with tls_required unset, logs in in clear where no TLS is offered", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      expect(yield* deliver(serverAt(peer.port), makeMessage())).toMatchObject({
        _tag: "Accepted",
        tls: null
      })
      expect(peer.mails).toMatchObject([{ isSecure: false, user: "ada" }])
    })
  )

  it.live(
    "with tls_required unset, doesn't log in in clear where TLS is offered and then refused",
    () =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({
          tls: yield* certificate,
          login,
          rules: [say("starttls", "454 4.7.0 Later")]
        })
        const { deliver } = yield* openOwnServers()
        expect(yield* deliver(serverAt(peer.port), makeMessage())).toMatchObject({
          _tag: "Broken",
          stage: "tls",
          reason: "tls"
        })
        expect(peer.commands.some((line) => line.startsWith("AUTH"))).toBe(false)
      })
  )

  it.live("with tls_required, sends nothing to a server without TLS", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      expect(
        yield* deliver(serverAt(peer.port, { tls_required: true }), makeMessage())
      ).toMatchObject({ _tag: "Refused", stage: "tls" })
      expect(peer.commands.some((line) => /^(?:AUTH|MAIL)/.test(line))).toBe(false)
    })
  )

  it.live("is never sent without the login", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const { deliver } = yield* openOwnServers()
      expect(yield* deliver(serverAt(peer.port), makeMessage())).toStrictEqual({
        _tag: "Broken",
        provider: "custom",
        tls: null,
        stage: "auth",
        reason: "no_login",
        ambiguous: false
      })
      expect(peer.mails).toHaveLength(0)
    })
  )

  it.live("isn't sent where only logins are offered that take no password", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        login,
        rules: [say("ehlo", "250-peer.test\r\n250-AUTH=GSSAPI\r\n250 AUTH XOAUTH2 GSSAPI")]
      })
      const { deliver, test } = yield* openOwnServers()
      expect(yield* deliver(serverAt(peer.port), makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "auth",
        reason: "no_login"
      })
      expect(yield* Effect.flip(test(serverAt(peer.port)))).toMatchObject({
        stage: "auth",
        message: expect.stringContaining("offers no AUTH here") as unknown
      })
      expect(peer.commands.every((line) => line.startsWith("EHLO"))).toBe(true)
    })
  )

  it.live("says of a message that can't be composed that it can't, under the provider's name", () =>
    Effect.gen(function* () {
      const { deliver } = yield* openOwnServers()
      expect(yield* deliver(serverAt(2525), makeMessage({ recipient: "nobody" }))).toStrictEqual({
        _tag: "Unsendable",
        provider: "custom",
        reason: "composition"
      })
    })
  )

  it.live("contains the replies of the server under the provider's name", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login, rules: [say("rcpt", "550 5.1.1 No such user")] })
      const { deliver } = yield* openOwnServers()
      expect(
        yield* deliver(serverAt(peer.port, { provider: "resend" }), makeMessage())
      ).toStrictEqual({
        _tag: "Refused",
        provider: "resend",
        tls: null,
        stage: "rcpt",
        reply: { code: 550, enhanced: "5.1.1", text: "No such user" }
      })
    })
  )

  const passwords: ReadonlyArray<readonly [string, string]> = [
    ["UTF-8", "päßwörd 🔑"],
    ["quotes", "\"quoted\" 'and' `ticked`"],
    ["backslashes", "back\\slash\\\\"],
    ["line ends and a command", "a\r\nQUIT\r\n"],
    ["control characters", "\u0001\u007f\u0080\u00ff"],
    ["blanks around it", " leading and trailing "],
    ["one character", "="],
    ["what looks encoded", "%00%0d&amp;=?utf-8?Q?a?="],
    ["1024 characters", "x".repeat(1024)],
    ["1024 characters beyond ASCII", "ü".repeat(1024)],
    ["1024 halves of surrogate pairs", "🔑".repeat(512)]
  ]
  it.live.each(passwords)("logs in with any password: %s", ([, password]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login: { user: 'ä"\\@example.com', password } })
      const { deliver } = yield* openOwnServers()
      const result = yield* deliver(
        serverAt(peer.port, { username: 'ä"\\@example.com', password: Redacted.make(password) }),
        makeMessage()
      )
      expect(result._tag).toBe("Accepted")
    })
  )

  it.live.each(["PLAIN", "LOGIN", "CRAM-MD5"])(
    "logs in with any password to a server that others wrote, by AUTH %s",
    (mechanism) =>
      Effect.gen(function* () {
        const heard: Array<string> = []
        const { port } = yield* otherServer({
          authMethods: [mechanism],
          allowInsecureAuth: true,
          disabledCommands: ["STARTTLS"],
          onAuth: ({ password, username, validatePassword }, _, done) => {
            const isRight = passwords.some(
              ([, each]) =>
                each === password || (mechanism === "CRAM-MD5" && validatePassword(each))
            )
            if (isRight) heard.push(username ?? "")
            if (isRight) done(null, { user: username ?? "" })
            else done(new Error("Wrong"))
          }
        })
        const { deliver } = yield* openOwnServers()
        for (const [index, [, password]] of passwords.entries()) {
          const server = serverAt(port, {
            id: `smtp_${String(index)}`,
            password: Redacted.make(password)
          })
          expect((yield* deliver(server, makeMessage()))._tag).toBe("Accepted")
        }
        expect(heard).toHaveLength(passwords.length)
      })
  )
})
