import { describe, expect, it } from "@effect/vitest"
import { type Mailbox, parseMailbox } from "@telemark/contract"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { makeBody, makeMessage, open, parse, sourceOf } from "./support.js"

const strange = '"a>, \\"b\\" <c@d> SIZE=1"@example.org'

describe.each([
  ["pipelining", true],
  ["one command after the other", false]
])("an address in quotes, %s", (_, pipelining) => {
  it.live.each([
    ['"foo..bar"@docomo.ne.jp', '"foo..bar"@docomo.ne.jp'],
    ['"a b"@example.org', '"a b"@example.org'],
    [strange, strange],
    ['"foo"@example.org', "foo@example.org"],
    ['"f\\oo b"@Bücher.example', '"foo b"@xn--bcher-kva.example'],
    ['"ju\u0308rgen k"@example.org', '"jürgen k"@example.org'],
    ["ju\u0308rgen@example.org", "jürgen@example.org"]
  ] as const)("goes to the server without needless quotes and in NFC: %s", ([recipient, written]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ pipelining })
      const { deliver } = yield* open({ url: peer.url })
      const sender = { name: "Shop", address: recipient.replace(/@[^@]*$/, "@example.com") }
      expect(yield* deliver(makeMessage({ recipient, sender }))).toMatchObject({ _tag: "Accepted" })
      const from = written.replace(/@[^@]*$/, "@example.com")
      expect(peer.mails.map(({ envelope }) => envelope)).toEqual([{ from, to: [written] }])
      const shown = written.startsWith('"') ? `<${written}>` : written
      expect(peer.mails[0]?.source.toString("utf8").split("Subject:")[0]).toBe(
        `From: Shop <${from}>\r\nTo: ${shown}\r\n`
      )
    })
  )

  it.live("can't inject a command", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ pipelining })
      const { deliver } = yield* open({ url: peer.url })
      for (const local of [
        '"a\r\nRCPT TO:<eve@example.net>"',
        '"a\\\r\\\nRCPT TO:<eve@example.net>"',
        '"a"> SIZE=0\r\nRCPT TO:<"eve"',
        '"a\0"',
        '"a\n"',
        '"a',
        '"a\\"',
        '"a"b"',
        '""'
      ]) {
        for (const message of [
          { recipient: `${local}@example.org` },
          { sender: { name: null, address: `${local}@example.com` } },
          { return_path: { address: `${local}@example.com`, reports_success: false } }
        ]) {
          expect(yield* deliver(makeMessage(message))).toMatchObject({
            _tag: "Unsendable",
            reason: "composition"
          })
        }
      }
      expect(peer.commands).toEqual([])
    })
  )
})

describe("an address in quotes", () => {
  it.live("is named in xtext where reports are asked for", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ dsn: true })
      const { deliver } = yield* open({ url: peer.url })
      const return_path = { address: "b+token@bounce.example.net", reports_success: false }
      yield* deliver(makeMessage({ return_path, recipient: '"a b+c"@example.org' }))
      expect(peer.commands).toContain(
        'RCPT TO:<"a b+c"@example.org> NOTIFY=FAILURE,DELAY ORCPT=rfc822;"a+20b+2Bc"@example.org'
      )
    })
  )

  it("stands whole on a line of a list", async () => {
    const addresses = Array.from(
      { length: 30 },
      (_, index) => `"${String(index)} ${" ".repeat(45)}, b"@department.example.org`
    )
    const to = addresses.map((address): Mailbox => ({ name: "Ada, B", address }))
    const source = sourceOf(
      makeMessage({
        body: makeBody({
          shown: { to, cc: [] },
          headers: [["Reply-To", addresses.slice(0, 5).join(", ")]]
        })
      })
    )
    for (const address of addresses) expect(source).toContain(`<${address}>`)
    expect(source).not.toMatch(/\r\n[ \t]*\r\n[ \t]/)
    const mail = await parse(source)
    expect(mail.to?.map(({ address }) => address)).toEqual(addresses)
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(addresses.slice(0, 5))
    expect(parseMailbox(`Ada <${addresses[0] ?? ""}>`)?.address).toBe(addresses[0])
  })
})
