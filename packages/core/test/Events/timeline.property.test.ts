import { emailStatuses, EventType } from "@telemark/contract"
import { type EventData, type EventRecord, timelineOf } from "@telemark/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeEmail, makeEvent, noon } from "./support.js"

const instant = fc.integer({ min: 0, max: 4 * noon })
const orNull = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })
/** What others say, but for the words that are looked for. */
const text = fc
  .string({ unit: "binary", maxLength: 400 })
  .filter((said) => !/undefined|null|NaN/.test(said))
const explanation = fc.oneof(
  text,
  fc.constantFrom(
    "The connection was lost at the end of the message. The whole message was out by then.",
    "Not sent: the recipient was suppressed.",
    "",
    "."
  )
)

/** Any row that there may ever have been: each member may be lacking. */
const data: fc.Arbitrary<EventData> = fc.record(
  {
    status: fc.constantFrom(...emailStatuses),
    attempts: fc.nat(20),
    smtp_provider: fc.oneof(text, fc.constantFrom("", "smtp", "capture")),
    smtp_response: orNull(text),
    error_message: orNull(explanation),
    next_attempt_at: orNull(instant),
    verdict: fc.constantFrom(
      "accepted",
      "transient",
      "hop_refuses_us",
      "invalid_recipient",
      "policy",
      "unsendable",
      "suppressed",
      "content_missing",
      "of a later version"
    ),
    ambiguous: fc.boolean(),
    duration_ms: fc.nat(10_000_000),
    tls: orNull(fc.constantFrom("TLSv1.2", "TLSv1.3")),
    reported: fc.boolean(),
    link: text,
    user_agent: text,
    machine: fc.boolean()
  },
  { requiredKeys: [] }
)

const event: fc.Arbitrary<EventRecord> = fc
  .tuple(fc.constantFrom(...EventType.literals), data, instant)
  .map((given) => makeEvent(...given))

const email = fc
  .record({
    status: fc.constantFrom(...emailStatuses),
    smtp_provider: fc.oneof(text, fc.constantFrom("", "smtp", "capture")),
    smtp_response: orNull(text),
    error_message: orNull(explanation),
    attempts: fc.nat(20),
    sent_at: orNull(instant),
    next_attempt_at: orNull(instant),
    created_at: instant
  })
  .map(makeEmail)

describe("a timeline of any rows", () => {
  it("consists of sentences of one line that end with a full stop, are never too long and repeat no address", () => {
    fc.assert(
      fc.property(email, fc.array(event, { maxLength: 5 }), (email, events) => {
        const { data, summary } = timelineOf(email, events)
        expect(data.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
        for (const sentence of [summary, ...data.map(({ message }) => message)]) {
          expect(sentence).not.toMatch(/undefined|null|NaN|Invalid|\[object|\p{Cc}|\(\)|“”/u)
          expect(sentence).not.toContain(email.recipient_email)
          expect(sentence.endsWith(".")).toBe(true)
          expect(sentence.length).toBeLessThan(2000)
        }
      }),
      { numRuns: 250 }
    )
  })
})
