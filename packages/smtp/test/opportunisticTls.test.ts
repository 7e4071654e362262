import { describe, expect, it } from "@effect/vitest"
import { testRelay } from "@telemark/smtp"
import {
  cut,
  type PeerRule,
  say,
  type SmtpPeer,
  smtpPeer,
  type SmtpPeerOptions,
  stall
} from "@telemark/testing"
import { Effect, Logger } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { impatient, makeCertificate, makeMessage, onTime, open } from "./support.js"

const made = makeCertificate("localhost")
const certificate = Effect.promise(() => made)

/** A server whose handshake fails: it speaks no version of TLS that we do. */
const outdated = Effect.map(
  certificate,
  (tls) => ({ ...tls, minVersion: "TLSv1", maxVersion: "TLSv1.1" }) as const
)

/** A server with TLS that works, where no rule steps in. */
const peerWith = (rules: ReadonlyArray<PeerRule>, options: SmtpPeerOptions = {}) =>
  Effect.flatMap(certificate, (tls) => smtpPeer({ tls, rules, ...options }))

const count = ({ commands }: SmtpPeer, verb: string): number =>
  commands.filter((line) => line.startsWith(verb)).length

/** What was logged while it ran. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel.toUpperCase()} ${JSON.stringify(message)}`)
  })
  return Effect.map(
    Effect.provide(effect, Logger.layer([logger])),
    (result) => [result, lines] as const
  )
}
const quietly = Effect.provide(Logger.layer([]))

describe("opportunistic TLS that can't be set up", () => {
  const faults: ReadonlyArray<
    readonly [string, ReadonlyArray<PeerRule>, { isOutdated?: boolean; isSilent?: boolean }?]
  > = [
    ["no common version", [], { isOutdated: true }],
    [
      "garbage instead of a handshake",
      [say("starttls", "220 Go on\r\nThis is no TLS.")],
      { isSilent: true }
    ],
    ["silence instead of a handshake", [say("starttls", "220 Go on")], { isSilent: true }],
    ["no answer to STARTTLS", [stall("starttls")], { isSilent: true }],
    ["a reset", [cut("starttls", "rst")]],
    ["hanging up", [cut("starttls", "fin")]],
    [
      "hanging up once the handshake is through",
      [say("ehlo", "250-peer.test\r\n250 STARTTLS", { times: 1 }), cut("ehlo", "fin", { times: 1 })]
    ],
    ["STARTTLS refused", [say("starttls", "454 4.7.0 TLS not available")]]
  ]
  it.effect.each(faults)(
    "has the mail go in clear over a new connection: %s",
    ([, rules, { isOutdated = false, isSilent = false } = {}]) =>
      Effect.gen(function* () {
        let peer = yield* peerWith([])
        const deliver = Effect.gen(function* () {
          peer = yield* peerWith(rules, isOutdated ? { tls: yield* outdated } : {})
          const transport = yield* open({ url: peer.url, timeouts: isSilent ? impatient : {} })
          return yield* transport.deliver(makeMessage())
        })
        const [result] = yield* logged(onTime(undefined, deliver))
        expect(result).toStrictEqual({
          _tag: "Accepted",
          provider: "smtp",
          tls: null,
          response: "250 2.0.0 Taken"
        })
        expect(peer.mails).toMatchObject([{ isSecure: false, connection: 2, parameters: "" }])
        yield* Effect.promise(() => peer.until(({ connections }) => connections.open === 1))
      })
  )

  it.effect("leaves what the server offers to be known: SMTPUTF8 for one", () =>
    Effect.gen(function* () {
      const peer = yield* peerWith([say("starttls", "454 4.7.0 TLS not available")])
      const transport = yield* open({ url: peer.url })
      expect(
        (yield* quietly(transport.deliver(makeMessage({ recipient: "jürgen@example.org" }))))._tag
      ).toBe("Accepted")
      expect(peer.mails).toMatchObject([{ parameters: "SMTPUTF8" }])
    })
  )

  it.effect("is remembered by the route and said once: not each connection tries in vain", () =>
    Effect.gen(function* () {
      const peer = yield* peerWith([], { tls: yield* outdated })
      const transport = open({ url: peer.url, connections: 1, messagesPerConnection: 1 })
      const [results, lines] = yield* logged(
        Effect.flatMap(transport, ({ deliver }) =>
          Effect.replicateEffect(deliver(makeMessage()), 4)
        )
      )
      expect(results.map((result) => ("tls" in result ? result.tls : undefined))).toStrictEqual([
        null,
        null,
        null,
        null
      ])
      expect([peer.connections.total, count(peer, "STARTTLS")]).toStrictEqual([5, 1])
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(
        /^WARN .*TLS could not be set up: mail goes there in clear.*"host":"127\.0\.0\.1".*"reason":"tls"/
      )
    })
  )

  it.effect("is tried again after an hour, and said again once it works", () =>
    Effect.gen(function* () {
      const peer = yield* peerWith([say("starttls", "454 4.7.0 TLS not available", { times: 2 })])
      const [secured, lines] = yield* logged(
        Effect.gen(function* () {
          const transport = yield* open({ url: peer.url, connections: 1 })
          yield* transport.deliver(makeMessage())
          yield* TestClock.adjust("59 minutes")
          yield* transport.deliver(makeMessage())
          expect(count(peer, "STARTTLS")).toBe(1)
          yield* TestClock.adjust("2 minutes")
          yield* transport.deliver(makeMessage())
          expect(count(peer, "STARTTLS")).toBe(2)
          yield* TestClock.adjust("61 minutes")
          yield* transport.deliver(makeMessage())
          return peer.mails.map(({ isSecure }) => isSecure)
        })
      )
      expect(secured).toStrictEqual([false, false, false, true])
      expect(lines.map((line) => line.split(" ")[0])).toStrictEqual(["WARN", "INFO"])
    })
  )

  it.effect(
    "is reported as the original failure if the server can't be reached in clear either",
    () =>
      Effect.gen(function* () {
        const deliver = Effect.gen(function* () {
          const { url } = yield* peerWith([
            stall("starttls"),
            say("greeting", "220 peer.test", { times: 1 }),
            say("greeting", "554 5.3.2 Not in clear")
          ])
          const transport = yield* open({ url, timeouts: impatient })
          return yield* transport.deliver(makeMessage())
        })
        expect(yield* onTime("tls", deliver)).toStrictEqual({
          _tag: "Broken",
          provider: "smtp",
          stage: "tls",
          reason: "timeout",
          ambiguous: false
        })
      })
  )

  it.effect("is tried again at once where nothing is taken in clear", () =>
    Effect.gen(function* () {
      const peer = yield* peerWith([
        say("starttls", "454 4.7.0 Busy", { times: 1 }),
        say("mail", "530 5.7.0 Must issue a STARTTLS command first", { times: 1 })
      ])
      const transport = yield* open({ url: peer.url })
      const [results] = yield* logged(Effect.replicateEffect(transport.deliver(makeMessage()), 2))
      expect(results).toMatchObject([
        { _tag: "Refused", tls: null, reply: { code: 530 } },
        { _tag: "Accepted", tls: "TLSv1.3" }
      ])
    })
  )

  it.effect.each([
    ["there is a login", "?tls=opportunistic", { login }],
    ["TLS is required", "?tls=required", {}]
  ] as const)("never has mail go in clear where %s", ([, query, options]) =>
    Effect.gen(function* () {
      const peer = yield* peerWith([], { ...options, tls: yield* outdated })
      const transport = yield* open({ url: `${peer.url}${query}` })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "tls",
        reason: "tls"
      })
      expect([
        peer.connections.total,
        peer.mails.length,
        count(peer, "AUTH"),
        count(peer, "MAIL")
      ]).toStrictEqual([1, 0, 0, 0])
    })
  )

  it.effect("never has mail go in clear where TLS is spoken from the first byte on", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({
        url: `smtps://127.0.0.1:${String(peer.port)}?tls=opportunistic`
      })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Broken",
        stage: "tls"
      })
      expect(peer.connections.total).toBe(1)
    })
  )

  it.effect("never has the login of a tenant's own server go in clear", () =>
    Effect.gen(function* () {
      const peer = yield* peerWith([], { login, tls: yield* outdated })
      const { deliver } = yield* openOwnServers()
      expect(
        yield* deliver(serverAt(peer.port, { tls_required: false }), makeMessage())
      ).toMatchObject({ _tag: "Broken", stage: "tls", reason: "tls" })
      expect([peer.connections.total, count(peer, "AUTH")]).toStrictEqual([1, 0])
    })
  )

  it.effect("is what the test of a relay finds", () =>
    Effect.gen(function* () {
      const broken = yield* peerWith([], { tls: yield* outdated })
      expect(yield* quietly(testRelay({ url: broken.url }))).toStrictEqual({
        tls: null,
        tlsFailed: true
      })
      expect(yield* testRelay({ url: (yield* smtpPeer()).url })).toStrictEqual({
        tls: null,
        tlsFailed: false
      })
      expect(yield* testRelay({ url: (yield* peerWith([])).url })).toStrictEqual({
        tls: "TLSv1.3",
        tlsFailed: false
      })
    })
  )
})
