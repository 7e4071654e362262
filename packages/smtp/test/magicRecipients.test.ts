import { describe, expect, it } from "@effect/vitest"
import { classify, Inbox, signalOf, Transport } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { Effect, Layer } from "effect"
import { makeMessage } from "./support.js"

/** What came of handing a mail to this recipient over, and who is in the inbox then. */
const deliver = (recipient: string) =>
  Effect.suspend(() => {
    const kept: Array<string> = []
    const inbox = Layer.succeed(Inbox, {
      put: (mail) => Effect.sync(() => void kept.push(mail.recipient)),
      list: () => Effect.succeed([]),
      find: () => Effect.succeed(undefined),
      remove: () => Effect.succeed(false),
      markReleased: () => Effect.succeed(undefined),
      clear: () => Effect.void
    })
    return Effect.flatMap(Transport, (transport) =>
      transport.deliver(makeMessage({ recipient }))
    ).pipe(
      Effect.map((outcome) => ({ outcome, kept })),
      Effect.provide(Layer.provide(capture(), inbox))
    )
  })

const accepted = { _tag: "Accepted", provider: "capture", response: "250 2.0.0 captured" }

describe("magic recipients of the capture transport", () => {
  it.effect.each([
    "delivered@telemark.test",
    "Delivered+1@Telemark.TEST",
    "delivered+a+b@telemark.test"
  ])("keep mail and report it delivered: %s", (recipient) =>
    Effect.map(deliver(recipient), (result) => {
      expect(result).toStrictEqual({
        outcome: { ...accepted, report: "delivered" },
        kept: [recipient]
      })
    })
  )

  it.effect.each(["complained@telemark.test", "COMPLAINED+spam@telemark.test"])(
    "keep mail and report a complaint: %s",
    (recipient) =>
      Effect.map(deliver(recipient), (result) => {
        expect(result).toStrictEqual({
          outcome: { ...accepted, report: "complained" },
          kept: [recipient]
        })
      })
  )

  it.effect.each(["bounced@telemark.test", "Bounced+2@telemark.test"])(
    "refuse mail permanently, as for an address that doesn't exist: %s",
    (recipient) =>
      Effect.map(deliver(recipient), ({ kept, outcome }) => {
        expect(outcome).toMatchObject({
          _tag: "Refused",
          stage: "rcpt",
          reply: { code: 550, enhanced: "5.1.1" }
        })
        expect([classify(outcome).verdict, kept]).toStrictEqual(["invalid_recipient", []])
      })
  )

  it.effect.each(["deferred@telemark.test", "deferred+9@TELEMARK.test"])(
    "refuse mail temporarily, without affecting other mail: %s",
    (recipient) =>
      Effect.map(deliver(recipient), ({ kept, outcome }) => {
        expect(outcome).toMatchObject({
          _tag: "Refused",
          stage: "rcpt",
          reply: { code: 451, enhanced: "4.7.1" }
        })
        expect([classify(outcome).verdict, signalOf(outcome).asks, kept]).toStrictEqual([
          "transient",
          "nothing",
          []
        ])
      })
  )

  it.effect.each([
    "ada@telemark.test",
    "bounced@example.com",
    "bounced@mail.telemark.test",
    "bounced@telemark.test.example.com",
    "bounced-2@telemark.test",
    "undelivered@telemark.test"
  ])("are no others, whose mail is kept without a report: %s", (recipient) =>
    Effect.map(deliver(recipient), (result) => {
      expect(result).toStrictEqual({ outcome: accepted, kept: [recipient] })
    })
  )
})
