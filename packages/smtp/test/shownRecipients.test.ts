import { type Mailbox, parseMailbox } from "@telemark/contract"
import { compose } from "@telemark/smtp"
import { describe, expect, it } from "vitest"
import { publish } from "./signatures.js"
import { makeBody, makeMessage, parse, signedSourceOf, sourceOf } from "./support.js"

interface Shown {
  readonly to: ReadonlyArray<string>
  readonly cc: ReadonlyArray<string>
}

/** What isn't an address is one that got there otherwise. */
const mailboxOf = (text: string): Mailbox => parseMailbox(text) ?? { name: null, address: text }

const shownTo = ({ cc, to }: Shown) =>
  makeBody({ shown: { to: to.map(mailboxOf), cc: cc.map(mailboxOf) } })

describe("a mail that names its recipients", () => {
  it("shows To and Cc only", async () => {
    const body = shownTo({ to: ["ada@example.org", "Bob@Bücher.example"], cc: ["eve@example.org"] })
    const source = sourceOf(makeMessage({ body, recipient: "hidden@example.org" }))
    expect(source).toContain(
      "To: ada@example.org, Bob@xn--bcher-kva.example\r\nCc: eve@example.org\r\nSubject:"
    )
    expect(source).not.toContain("hidden")
    const mail = await parse(source)
    expect([mail.to?.length, mail.cc?.length, mail.bcc]).toStrictEqual([2, 1, undefined])
  })

  it("is the same mail for all of them, with one Message-ID and one signature", async () => {
    const { key } = publish("rsa")
    const body = shownTo({ to: ["ada@example.org"], cc: ["bob@example.org"] })
    const sources = await Promise.all(
      ["ada@example.org", "bob@example.org"].map((recipient, index) =>
        signedSourceOf(makeMessage({ id: `em_${String(index)}`, body, recipient, signing: [key] }))
      )
    )
    expect(sources[0]).toBe(sources[1])
    expect(sources[0]).toContain(`\r\nMessage-ID: <${body.id}@example.com>\r\n`)
  })

  it("has a list of 50 in lines that no relay has to fold", async () => {
    const to = Array.from(
      { length: 50 },
      (_, index) => `recipient-number-${String(index)}@department.example.org`
    )
    const source = sourceOf(
      makeMessage({ body: shownTo({ to: to.slice(0, 30), cc: to.slice(30) }) })
    )
    expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78)
    const mail = await parse(source)
    expect([mail.to, mail.cc].flatMap((list) => list?.map(({ address }) => address))).toStrictEqual(
      to
    )
  })

  it.each([
    [{ to: ["ada@example.org"], cc: [] }, "To: ada@example.org\r\nSubject"],
    [{ to: [], cc: ["ada@example.org"] }, "Cc: ada@example.org\r\nSubject"],
    [{ to: [], cc: [] }, "To: undisclosed-recipients:;\r\nSubject"]
  ])("of %j has no empty list", (shown, expected) => {
    expect(sourceOf(makeMessage({ body: shownTo(shown) }))).toContain(`\r\n${expected}`)
  })

  it.each(["nobody", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@example.org"])(
    "can't be composed with %j in a list",
    (address) => {
      expect(compose(makeMessage({ body: shownTo({ to: [address], cc: [] }) }))).toBeUndefined()
      expect(
        compose(makeMessage({ body: shownTo({ to: ["a@example.org"], cc: [address] }) }))
      ).toBeUndefined()
    }
  )

  it("names them", async () => {
    const names = [
      "Ada Lovelace",
      "Hopper, Grace",
      'the "boss" \\ co',
      "Jörg Müller; (boss)",
      "山田太郎",
      "=?utf-8?q?Eve?=",
      "a@b.c",
      "Dr. B. O'Brien"
    ]
    const to = names.map((name, index) => ({ name, address: `a${String(index)}@example.org` }))
    for (const shown of [
      { to, cc: [] },
      { to: [], cc: to }
    ]) {
      const mail = await parse(sourceOf(makeMessage({ body: makeBody({ shown }) })))
      expect(
        (shown.cc.length === 0 ? mail.to : mail.cc)?.map(({ address, name }) => ({ name, address }))
      ).toStrictEqual(to)
    }
  })

  it("has 50 names of 255 characters in lines that no relay has to fold", async () => {
    const to = Array.from({ length: 50 }, (_, index) => ({
      name: 'ü," '.repeat(64).slice(0, 255),
      address: `a${String(index)}@example.org`
    }))
    const source = sourceOf(makeMessage({ body: makeBody({ shown: { to, cc: [] } }) }))
    expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78)
    expect((await parse(source)).to?.map(({ address }) => address)).toStrictEqual(
      to.map(({ address }) => address)
    )
  })

  it("still needs a recipient to go to", () => {
    expect(
      compose(
        makeMessage({ recipient: "nobody", body: shownTo({ to: ["a@example.org"], cc: [] }) })
      )
    ).toBeUndefined()
  })
})

describe("a mail to one recipient", () => {
  it.each([
    ["Grace", "To: Grace <grace@example.org>\r\n"],
    ["Hopper, Grace", 'To: "Hopper, Grace" <grace@example.org>\r\n'],
    ["Grâce", "To: =?UTF-8?Q?Gr=C3=A2ce?= <grace@example.org>\r\n"],
    ["Grace\r\nBcc: eve@example.org", 'To: "Grace Bcc: eve@example.org" <grace@example.org>\r\n'],
    [null, "To: grace@example.org\r\n"]
  ])("names them: %j", (recipient_name, expected) => {
    const source = sourceOf(makeMessage({ recipient: "grace@example.org", recipient_name }))
    expect(source).toContain(`\r\n${expected}`)
    expect(source).not.toMatch(/^Bcc/m)
  })

  it("is the same for a provider that gets its recipient separately, with or without a name", () => {
    expect(sourceOf(makeMessage({ recipient_name: "" }))).toBe(sourceOf(makeMessage()))
  })
})

describe("the date of a mail", () => {
  const created_at = Date.UTC(2026, 10, 20, 12)

  it.each([
    ["when it was accepted", null, "Fri, 20 Nov 2026 12:00:00 +0000"],
    ["when it was to be sent", created_at + 86_400_000, "Sat, 21 Nov 2026 12:00:00 +0000"],
    [
      "when it was accepted, if that was later",
      created_at - 1000,
      "Fri, 20 Nov 2026 12:00:00 +0000"
    ]
  ])("is %s, in Date and in the signature", async (_, scheduled_at, expected) => {
    const source = await signedSourceOf(
      makeMessage({ created_at, scheduled_at, signing: [publish("ed25519").key] })
    )
    expect(source).toContain(`\r\nDate: ${expected}\r\n`)
    expect(source).toContain(` t=${String(Date.parse(expected) / 1000)};`)
  })
})
