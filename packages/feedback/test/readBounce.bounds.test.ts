import { startProcessorTime } from "@telemark-tools/processor-time"
import { readBounce } from "@telemark/feedback"
import { describe, expect, it } from "vitest"

const size = 262_144

/** A message of 256 KiB that repeats something after its header. */
const repeated = (header: string, unit: string): Buffer =>
  Buffer.from(header + unit.repeat(Math.ceil((size - header.length) / unit.length))).subarray(
    0,
    size
  )

const mixed = (type: string) =>
  `From: MAILER-DAEMON@x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhi\n--b\nContent-Type: ${type}\n\n`
const report =
  "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"
const prose = "From: MAILER-DAEMON@x\nSubject: failure notice\n\n"
const base64 =
  "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Transfer-Encoding: base64\n" +
  "Content-Type: text/plain; format=flowed; delsp=yes\n\n"

const hostile: ReadonlyArray<readonly [name: string, source: Buffer]> = [
  ["line ends", repeated("Subject: x\n\n", "\n")],
  ["short lines", repeated(prose, "a\n")],
  ["empty parts", repeated("Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\n")],
  ["nested parts", repeated("", "Content-Type: multipart/mixed; boundary=b\n\n--b\n")],
  ["unclosed tags", repeated(mixed("text/html"), "<a href='x")],
  ["unclosed tags of a type in quotes", repeated(mixed('te"xt"/ht\\ml'), "<a href='x")],
  [
    "unclosed tags of a type with a comment, on the next line",
    repeated(mixed("\n\ttext/ht(x)ml"), "<a href='x")
  ],
  [
    "unclosed tags alone",
    repeated(
      "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n",
      "<a href='x"
    )
  ],
  [
    "hidden tags",
    repeated(
      "From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n",
      "<style><p>"
    )
  ],
  [
    "entities",
    repeated("From: MAILER-DAEMON@x\nSubject: failure notice\nContent-Type: text/html\n\n", "&#1")
  ],
  [
    "fields of a report",
    repeated(report, "Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n")
  ],
  [
    "folded lines",
    repeated(
      `${report}Final-Recipient: rfc822; a@b.example\nAction: failed\nDiagnostic-Code: smtp;`,
      " 550\n"
    )
  ],
  [
    "one endless field",
    repeated(
      `${report}Final-Recipient: rfc822; a@b.example\nAction: failed\nDiagnostic-Code: smtp; `,
      "550-5.1.1 no "
    )
  ],
  ["an endless recipient", repeated(`${report}Final-Recipient: rfc822; `, "\\x{41}")],
  ["an endless reply", repeated(prose, "550 5.1.1 ")],
  ["numbers that are no codes", repeated(prose, "at 550 hours, ")],
  ["addresses", repeated(`${prose}550 no `, "a@b.example ")],
  ["what is nearly an address", repeated(`${prose}550 no `, "a@b-")],
  ["stages", repeated(prose, "in reply to data ")],
  ["blanks", repeated(prose, " ")],
  ["dashes", repeated(prose, "-")],
  ["quotes and comments in a header", repeated("From: ", '"(<,')],
  ["encoded words", repeated("Subject: ", "=?utf-8?q?a?= ")],
  [
    "failed recipients",
    repeated("From: MAILER-DAEMON@x\nX-Failed-Recipients: ", "a@b.example,").fill(
      "\n\n550 no such user",
      size - 18
    )
  ],
  [
    "base64 of short flowed lines",
    Buffer.from(base64 + Buffer.from("a \n".repeat(60_000)).toString("base64"))
  ],
  [
    "a vast boundary, nearly met",
    repeated(
      `Content-Type: multipart/mixed; boundary=${"-".repeat(1_000)}\n\n`,
      `${"-".repeat(1_000)}\n`
    )
  ]
]

describe("256 KiB", () => {
  // It takes less than 50 ms each. The limit is for slow machines: what isn't linear takes 2 to 20
  // s.
  it.each(hostile)("of %s are read in linear time", async (_, source) => {
    const elapsed = startProcessorTime()
    await readBounce(source)
    expect(elapsed()).toBeLessThan(1_000)
  })

  it("are enough for a report at their front, but nothing behind them is read", async () => {
    const fields = "Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n"
    const padding = `${"x".repeat(1_000)}\n`.repeat(262)
    const behind = `Content-Type: multipart/report; boundary=b\n\n--b\n\n${padding}--b\nContent-Type: message/delivery-status\n\n${fields}`
    const before = `${report}${fields}\n--b\nContent-Type: message/rfc822\n\n${padding}`
    expect(await readBounce(Buffer.from(before))).toMatchObject({
      _tag: "DeliveryReports",
      reports: [{ recipient: "a@b.example" }]
    })
    expect(await readBounce(Buffer.from(behind))).toEqual({ _tag: "Unknown" })
  })

  it("are counted from where a view begins", async () => {
    const source = Buffer.from(
      "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.2.2\n"
    )
    const around = [
      Buffer.from("Content-Type: text/plain\n\n"),
      source,
      Buffer.from("\n\nFinal-Recipient: x@y.example")
    ]
    const view = new Uint8Array(Buffer.concat(around)).subarray(26, 26 + source.length)
    expect(await readBounce(view)).toMatchObject({
      reports: [{ recipient: "a@b.example", verdict: "mailbox_full" }]
    })
  })
})
