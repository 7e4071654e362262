import type { MessageBody } from "@telemark/core"
import { compose } from "@telemark/smtp"
import { describe, expect, it } from "vitest"
import { publish } from "./signatures.js"
import { makeBody, makeMessage, parse, signedSourceOf, sourceOf } from "./support.js"

const shownTo = (shown: MessageBody["shown"]) => makeBody({ shown })

describe("a mail that names its recipients", () => {
  it("shows To and Cc, and nobody else", async () => {
    const body = shownTo({ to: ["ada@example.org", "Bob@Bücher.example"], cc: ["eve@example.org"] })
    const source = sourceOf(makeMessage({ body, recipient: "hidden@example.org" }))
    expect(source).toContain("To: ada@example.org, Bob@xn--bcher-kva.example\r\nCc: eve@example.org\r\nSubject:")
    expect(source).not.toContain("hidden")
    const mail = await parse(source)
    expect([mail.to?.length, mail.cc?.length, mail.bcc]).toStrictEqual([2, 1, undefined])
  })

  it("is the same mail for all of them, with a Message-ID of its own, signature and all", async () => {
    const { key } = publish("rsa")
    const body = shownTo({ to: ["ada@example.org"], cc: ["bob@example.org"] })
    const sources = await Promise.all(["ada@example.org", "bob@example.org"].map((recipient, index) =>
      signedSourceOf(makeMessage({ id: `em_${String(index)}`, body, recipient, signing: [key] }))))
    expect(sources[0]).toBe(sources[1])
    expect(sources[0]).toContain(`\r\nMessage-ID: <${body.id}@example.com>\r\n`)
  })

  it("has a list of 50 in lines that no relay has to fold", async () => {
    const to = Array.from({ length: 50 }, (_, index) => `recipient-number-${String(index)}@department.example.org`)
    const source = sourceOf(makeMessage({ body: shownTo({ to: to.slice(0, 30), cc: to.slice(30) }) }))
    expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78)
    const mail = await parse(source)
    expect([mail.to, mail.cc].flatMap((list) => list?.map(({ address }) => address))).toStrictEqual(to)
  })

  it.each([
    [{ to: ["ada@example.org"], cc: [] }, "To: ada@example.org\r\nSubject"],
    [{ to: [], cc: ["ada@example.org"] }, "Cc: ada@example.org\r\nSubject"],
    [{ to: [], cc: [] }, "To: undisclosed-recipients:;\r\nSubject"]
  ])("of %j has no empty list", (shown, expected) => {
    expect(sourceOf(makeMessage({ body: shownTo(shown) }))).toContain(`\r\n${expected}`)
  })

  it.each(["nobody", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@example.org", "A <a@example.org>"])("can't be composed with %j in a list", (address) => {
    expect(compose(makeMessage({ body: shownTo({ to: [address], cc: [] }) }))).toBeUndefined()
    expect(compose(makeMessage({ body: shownTo({ to: ["a@example.org"], cc: [address] }) }))).toBeUndefined()
  })

  it("still needs a recipient to go to", () => {
    expect(compose(makeMessage({ recipient: "nobody", body: shownTo({ to: ["a@example.org"], cc: [] }) }))).toBeUndefined()
  })
})

describe("the date of a mail", () => {
  const created_at = Date.UTC(2026, 10, 20, 12)

  it.each([
    ["when it was accepted", null, "Fri, 20 Nov 2026 12:00:00 +0000"],
    ["when it was to be sent", created_at + 86_400_000, "Sat, 21 Nov 2026 12:00:00 +0000"],
    ["when it was accepted, if that was later", created_at - 1000, "Fri, 20 Nov 2026 12:00:00 +0000"]
  ])("is %s, in Date and in the signature", async (_, scheduled_at, expected) => {
    const source = await signedSourceOf(makeMessage({ created_at, scheduled_at, signing: [publish("ed25519").key] }))
    expect(source).toContain(`\r\nDate: ${expected}\r\n`)
    expect(source).toContain(` t=${String(Date.parse(expected) / 1000)};`)
  })
})
