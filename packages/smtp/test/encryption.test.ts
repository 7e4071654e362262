import { describe, expect, it } from "@effect/vitest"
import type { DeliveryOutcome } from "@telemark/core"
import { cut, say, smtpPeer, type SmtpPeerOptions } from "@telemark/testing"
import { Effect } from "effect"
import { makeCertificate, makeMessage, open } from "./support.js"

const login = { user: "ada", password: "s3cret" }
const made = makeCertificate("localhost")
const certificate = Effect.promise(() => made)

/**
 * What comes of messages over one connection to such a server: the first opens it, the others find
 * it open.
 */
const deliveries = (options: SmtpPeerOptions, { count = 1, query = "", scheme = "smtp" } = {}) =>
  Effect.gen(function* () {
    const peer = yield* smtpPeer({ ...options, login })
    const { cert: ca } = yield* certificate
    const url = `${scheme}://${login.user}:${login.password}@localhost:${String(peer.port)}${query}`
    const transport = yield* open({ url, ca, connections: 1 })
    const outcomes = yield* Effect.forEach(
      Array.from({ length: count }, () => makeMessage()),
      transport.deliver
    )
    expect(peer.connections.total).toBe(1)
    return outcomes
  })

const tlsOf = (outcome: DeliveryOutcome): string | null | undefined =>
  "tls" in outcome ? outcome.tls : undefined

describe("an outcome includes how its connection was encrypted", () => {
  it.live("by STARTTLS, with every message of a connection", () =>
    Effect.gen(function* () {
      const outcomes = yield* deliveries({ tls: yield* certificate }, { count: 3 })
      expect(outcomes.map(tlsOf)).toStrictEqual(["TLSv1.3", "TLSv1.3", "TLSv1.3"])
    })
  )

  it.live("from the first byte on, with every message of a connection", () =>
    Effect.gen(function* () {
      const outcomes = yield* deliveries(
        { tls: yield* certificate, implicitTls: true },
        { count: 2, scheme: "smtps" }
      )
      expect(outcomes.map(tlsOf)).toStrictEqual(["TLSv1.3", "TLSv1.3"])
    })
  )

  it.live("by the version that the server speaks", () =>
    Effect.gen(function* () {
      const outcomes = yield* deliveries({
        tls: { ...(yield* certificate), maxVersion: "TLSv1.2" }
      })
      expect(outcomes.map(tlsOf)).toStrictEqual(["TLSv1.2"])
    })
  )

  it.live("in clear, with every message of a connection", () =>
    Effect.gen(function* () {
      expect((yield* deliveries({}, { count: 2, query: "?tls=none" })).map(tlsOf)).toStrictEqual([
        null,
        null
      ])
    })
  )

  it.live("of a message that was refused, too", () =>
    Effect.gen(function* () {
      const options = { tls: yield* certificate, rules: [say("rcpt", "550 5.1.1 No such user")] }
      expect(yield* deliveries(options)).toMatchObject([
        { _tag: "Refused", stage: "rcpt", tls: "TLSv1.3" }
      ])
    })
  )

  it.live("of a connection that is lost by then, too", () =>
    Effect.gen(function* () {
      const options = { tls: yield* certificate, rules: [cut("end_of_data", "fin")] }
      expect(yield* deliveries(options)).toMatchObject([
        { _tag: "Broken", stage: "end_of_data", ambiguous: true, tls: "TLSv1.3" }
      ])
    })
  )

  it.live("of one that is lost at the login, too", () =>
    Effect.gen(function* () {
      const options = { tls: yield* certificate, rules: [cut("auth", "fin")] }
      expect(yield* deliveries(options)).toMatchObject([
        { _tag: "Broken", stage: "auth", tls: "TLSv1.3" }
      ])
    })
  )

  it.live("but not if that wasn't settled yet", () =>
    Effect.gen(function* () {
      const refusesTls = { tls: yield* certificate, rules: [say("starttls", "454 4.7.0 Later")] }
      const [refused] = yield* deliveries(refusesTls, { query: "?tls=required" })
      expect(refused).toStrictEqual({
        _tag: "Refused",
        provider: "smtp",
        stage: "tls",
        reply: { code: 454, enhanced: "4.7.0", text: "Later" }
      })
      const [greeted] = yield* deliveries({ rules: [say("greeting", "554 5.7.1 Go away")] })
      expect(greeted).toMatchObject({ _tag: "Refused", stage: "greeting" })
      expect(greeted).not.toHaveProperty("tls")
    })
  )
})
