import { readBounce } from "@telemark/feedback"
import { describe, expect, it } from "vitest"
import { hostileMessages } from "./hostileMessages.js"

const size = 262_144
const report =
  "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"

/** What has a report after all. */
const reported = new Map<string, object>([
  ["fields of a report", { recipient: "a@b.example", verdict: "invalid_recipient" }],
  ["folded lines", { recipient: "a@b.example" }],
  ["one endless field", { recipient: "a@b.example" }],
  ["an endless reply", { verdict: "invalid_recipient" }],
  ["addresses", { recipient: "a@b.example" }],
  ["what is nearly an address", { recipient: "a@b-a" }]
])

describe("256 KiB", () => {
  it.each(hostileMessages)("of %s say the same as a quarter of that", async (name, make) => {
    const report = reported.get(name)
    for (const octets of [size / 4, size]) {
      expect(await readBounce(make(octets))).toMatchObject(
        report === undefined ? { _tag: "Unknown" } : { _tag: "DeliveryReports", reports: [report] }
      )
    }
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
