import { describe, expect, it } from "@effect/vitest"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { makeCertificate, makeMessage, open } from "./support.js"

const login = { user: "ada", password: "p@ss:wörd" }
const credentials = `${login.user}:${encodeURIComponent(login.password)}`
const certificate = Effect.promise(() => makeCertificate("localhost"))

describe("TLS", () => {
  it.live("STARTTLS with a certificate that can be verified, and the login after it", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, login })
      const transport = yield* open({
        url: `smtp://${credentials}@localhost:${String(peer.port)}`,
        ca: tls.cert
      })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails).toMatchObject([
        { isSecure: true, user: "ada" },
        { isSecure: true, user: "ada" }
      ])
      expect(peer.commands.slice(0, 4).map((line) => line.split(" ")[0])).toStrictEqual([
        "EHLO",
        "STARTTLS",
        "EHLO",
        "AUTH"
      ])
      expect(peer.connections.total).toBe(1)
    })
  )

  it.live("TLS from the first byte on", () =>
    Effect.gen(function* () {
      const tls = yield* certificate
      const peer = yield* smtpPeer({ tls, implicitTls: true, login })
      const transport = yield* open({
        url: `smtps://${credentials}@localhost:${String(peer.port)}`,
        ca: tls.cert
      })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails).toMatchObject([{ isSecure: true, user: "ada" }])
    })
  )

  const certificates: ReadonlyArray<
    readonly [string, name: string, isTrusted: boolean, implicitTls: boolean]
  > = [
    ["signed by an unknown authority", "localhost", false, false],
    ["of another name", "mail.example.com", true, false],
    ["signed by an unknown authority, from the first byte on", "localhost", false, true]
  ]
  it.live.each(certificates)(
    "refuses a certificate %s, and sends the server nothing",
    ([, name, isTrusted, implicitTls]) =>
      Effect.gen(function* () {
        const tls = yield* Effect.promise(() => makeCertificate(name))
        const peer = yield* smtpPeer({ tls, implicitTls, login })
        const url = `${implicitTls ? "smtps" : "smtp"}://${credentials}@localhost:${String(peer.port)}`
        const transport = yield* open({ url, ...(isTrusted ? { ca: tls.cert } : {}) })
        expect(yield* transport.deliver(makeMessage())).toStrictEqual({
          _tag: "Broken",
          provider: "smtp",
          stage: "tls",
          reason: "certificate",
          ambiguous: false
        })
        expect(peer.commands.some((line) => line.startsWith("AUTH"))).toBe(false)
        expect(peer.mails).toHaveLength(0)
      })
  )

  it.live("opportunistic: encrypts without asking whose certificate it is", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ tls: yield* certificate })
      const transport = yield* open({ url: peer.url })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails[0]?.isSecure).toBe(true)
    })
  )

  it.live("opportunistic: sends in clear if there is no TLS", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: `smtp://localhost:${String(peer.port)}` })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails[0]?.isSecure).toBe(false)
    })
  )

  it.live("opportunistic: never logs in in clear", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const transport = yield* open({ url: `${peer.url}?tls=opportunistic` })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "tls",
        reason: "tls"
      })
      expect(peer.commands.some((line) => line.startsWith("AUTH"))).toBe(false)
    })
  )

  it.live("none: logs in in clear, as configured", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const transport = yield* open({ url: `${peer.url}?tls=none` })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect(peer.mails[0]).toMatchObject({ isSecure: false, user: "ada" })
    })
  )

  it.live("none: doesn't take the STARTTLS that is offered", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ tls: yield* certificate })
      const transport = yield* open({ url: `${peer.url}?tls=none` })
      yield* transport.deliver(makeMessage())
      expect(peer.mails[0]?.isSecure).toBe(false)
    })
  )

  it.live("speaks no version before 1.2", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        tls: { ...(yield* certificate), minVersion: "TLSv1", maxVersion: "TLSv1.1" }
      })
      const transport = yield* open({ url: `${peer.url}?tls=required` })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "tls",
        reason: "tls"
      })
    })
  )

  it.live("from the first byte on, to a server that speaks in clear", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: `smtps://localhost:${String(peer.port)}` })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "tls",
        reason: "tls"
      })
    })
  )
})
