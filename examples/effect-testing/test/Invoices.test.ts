import { describe, expect, it } from "@effect/vitest"
import type { Inbox, Transport } from "@telemark/core"
import { capture, smtp } from "@telemark/smtp"
import { refuse, smtpPeer } from "@telemark/testing"
import { deliverDue } from "@telemark/worker"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Invoices } from "../src/Invoices.js"
import { telemarkTest } from "./telemarkTest.js"

const invoice = { number: 1042, email: "ada@example.com", cents: 12_000 }

/** What is due at the present of `TestClock` is delivered within a second of it. */
const delivered = Effect.gen(function* () {
  const delivering = yield* Effect.forkChild(deliverDue())
  yield* TestClock.adjust("1 second")
  return (yield* Fiber.join(delivering)).emails
})

const appTest = <E>(transport: Layer.Layer<Transport, E, Inbox>) =>
  Layer.provideMerge(Invoices.layer, telemarkTest(transport))

describe("invoices", () => {
  it.effect("are sent once", () =>
    Effect.gen(function* () {
      const invoices = yield* Invoices
      const [id = ""] = yield* invoices.send(invoice)
      expect(yield* invoices.send(invoice)).toEqual([id])
      expect(yield* delivered).toMatchObject({ sent: 1 })
      expect(yield* invoices.statusOf(id)).toBe("sent")
    }).pipe(Effect.provide(appTest(capture())))
  )

  it.effect("are tried again for a day", () =>
    Effect.gen(function* () {
      const invoices = yield* Invoices
      const [id = ""] = yield* invoices.send({ ...invoice, email: "deferred@telemark.test" })
      expect(yield* delivered).toMatchObject({ deferred: 1 })
      yield* TestClock.adjust("2 minutes")
      expect(yield* delivered).toMatchObject({ deferred: 1 })
      expect(yield* invoices.statusOf(id)).toBe("deferred")
      yield* TestClock.adjust("24 hours")
      expect(yield* delivered).toMatchObject({ failed: 1 })
      expect(yield* invoices.statusOf(id)).toBe("failed")
    }).pipe(Effect.provide(appTest(capture())))
  )

  it.effect("aren't sent again to an address that they have bounced from", () =>
    Effect.gen(function* () {
      const invoices = yield* Invoices
      yield* invoices.send({ ...invoice, email: "bounced@telemark.test" })
      expect(yield* delivered).toMatchObject({ bounced: 1 })
      expect(
        yield* invoices.send({ ...invoice, number: 1043, email: "bounced@telemark.test" })
      ).toEqual([])
    }).pipe(Effect.provide(appTest(capture())))
  )

  // A conversation with a real server takes real time.
  it.live("go to the mail server", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [refuse("bob@example.com")] })
      yield* Effect.gen(function* () {
        const invoices = yield* Invoices
        yield* invoices.send(invoice)
        yield* invoices.send({ ...invoice, number: 1043, email: "bob@example.com" })
        expect((yield* deliverDue()).emails).toMatchObject({ sent: 1, bounced: 1 })
      }).pipe(Effect.provide(appTest(smtp({ url: peer.url }))))
      expect(peer.mails.map(({ envelope }) => envelope)).toEqual([
        { from: "invoices@fjord.example", to: ["ada@example.com"] }
      ])
    })
  )
})
