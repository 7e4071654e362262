import { type Bounce, readBounce } from "@telemark/feedback"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { corpus } from "./corpus/index.js"

const sources = corpus.map(({ source }) => Buffer.from(source))

const isBounded = (bounce: Bounce): boolean => {
  if (bounce._tag !== "DeliveryReports" && bounce._tag !== "SpamReport") return true
  const texts = bounce.reports.flatMap((report) => [
    report.recipient ?? "",
    report.message.email_id ?? "",
    report.message.message_id ?? "",
    "smtp_response" in report ? (report.smtp_response ?? "") : ""
  ])
  return (
    bounce.reports.length > 0 &&
    bounce.reports.length <= 50 &&
    new Set(bounce.reports.map(({ key }) => key)).size === bounce.reports.length &&
    bounce.reports.every(
      ({ at, key }) =>
        key?.length === 43 && (at === undefined || (Number.isSafeInteger(at) && at >= 0))
    ) &&
    texts.every(
      (text) => text.length <= 1_000 && text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text)
    )
  )
}

const holds = (arbitrary: FastCheck.Arbitrary<Uint8Array>, numRuns: number) =>
  FastCheck.assert(
    FastCheck.asyncProperty(arbitrary, async (source) => {
      expect(isBounded(await readBounce(source))).toBe(true)
    }),
    { numRuns }
  )

const message = FastCheck.constantFrom(...sources)
const fraction = FastCheck.double({ min: 0, max: 1, noNaN: true })
const at = (source: Uint8Array, share: number) => Math.floor(source.length * share)

const changes = FastCheck.array(
  FastCheck.tuple(fraction, FastCheck.integer({ min: 0, max: 255 })),
  { maxLength: 40 }
)

const pieces = [
  "--b\n",
  "--b--\n",
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  "Content-Type: multipart/report; boundary=b\n",
  "Content-Type: message/delivery-status\n",
  "Content-Type: message/global-delivery-status\n",
  "Content-Type: message/feedback-report\n",
  "Content-Type: message/rfc822\n",
  "Content-Type: text/html\n",
  "Content-Transfer-Encoding: base64\n",
  "Content-Transfer-Encoding: quoted-printable\n",
  "Final-Recipient: rfc822;",
  "Final-Recipient: utf-8; \\x{1F600}\\x{110000}",
  "Action: failed\n",
  "Action: delayed\n",
  "Status: 5.1.1\n",
  "Diagnostic-Code: smtp; 550 ",
  "550 5.1.1 ",
  "550-",
  "(#5.1.1)",
  "Feedback-Type: abuse\n",
  "a@b.example",
  "<",
  ">",
  "(",
  '"',
  "\\",
  "Message-ID: <x@y>\n",
  "X-Failed-Recipients: ",
  ",",
  "From: MAILER-DAEMON@x\n",
  "Subject: Undeliverable\n",
  "Return-Path: <>\n",
  "\u0000",
  "\ufeff",
  "é",
  " ",
  "\t",
  "&#xD800;",
  "<p>"
]

describe("readBounce never rejects, and what it returns is bounded,", () => {
  it("for random bytes", () => holds(FastCheck.uint8Array({ maxLength: 2_000 }), 66))

  it("for random sequences of what bounces are made of", () =>
    holds(
      FastCheck.array(FastCheck.constantFrom(...pieces), { maxLength: 150 }).map((all) =>
        Buffer.from(all.join(""))
      ),
      500
    ))

  it("for messages of the corpus that were cut", () =>
    holds(
      FastCheck.tuple(message, fraction, fraction).map(([source, one, other]) => {
        const [from, to] = [at(source, one), at(source, other)]
        return source.subarray(Math.min(from, to), Math.max(from, to))
      }),
      300
    ))

  it("for messages of which a piece occurs again, many times", () =>
    holds(
      FastCheck.tuple(message, fraction, fraction, FastCheck.integer({ min: 1, max: 60 })).map(
        ([source, begin, length, times]) => {
          const from = at(source, begin)
          const piece = source.subarray(from, from + Math.floor(length * 2_000))
          return Buffer.concat([
            source.subarray(0, from),
            ...Array.from({ length: times }, () => piece),
            source.subarray(from)
          ])
        }
      ),
      300
    ))

  it("for messages that were spliced with another", () =>
    holds(
      FastCheck.tuple(message, message, fraction, fraction).map(([one, other, end, begin]) =>
        Buffer.concat([one.subarray(0, at(one, end)), other.subarray(at(other, begin))])
      ),
      300
    ))

  it("for messages with changed bytes", () =>
    holds(
      FastCheck.tuple(message, changes).map(([source, changes]) => {
        const changed = Buffer.from(source)
        for (const [share, byte] of changes)
          if (changed.length > 0) changed[Math.min(at(changed, share), changed.length - 1)] = byte
        return changed
      }),
      300
    ))

  it("and the same for the same bytes", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(message, async (source) => {
        expect(await readBounce(Uint8Array.from(source))).toEqual(await readBounce(source))
      }),
      { numRuns: 20 }
    ))
})
