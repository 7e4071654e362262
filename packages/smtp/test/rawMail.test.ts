import { describe, expect, it } from "@effect/vitest"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { publish, verify } from "./signatures.js"
import { makeFile, makeMessageWith, open, parse, sourceOf } from "./support.js"

const rsa = publish("rsa")

/** A message that is a complete mail. */
const makeRaw = (source: string, signing = [rsa.key]) =>
  makeMessageWith(
    [makeFile("message.eml", Buffer.from(source, "latin1"))],
    { text: null, raw: true },
    { signing }
  )

const own = "Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <own@example.com>\r\n"
const head = `From: Shop <shop@example.com>\r\nSubject: =?utf-8?B?w5w=?=\r\n${own}X-Two:  blanks\r\n folded\r\n`
const dots = ".\r\n..\r\n.a\r\n\r\n\r\n"

describe("a complete mail", () => {
  it.live.each([
    ["plain lines", `${head}\r\nHello\r\n`],
    ["octets beyond ASCII", `${head}\r\n\xe4\xff\x80 \t\xa0 \r\n${dots}`],
    ["dots and a head alone", `${head}\r\n${dots}`],
    ["no empty line", head]
  ] as const)("arrives octet for octet after its signature, with %s", ([, source]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({})
      const transport = yield* open({ url: peer.url })
      expect((yield* transport.deliver(makeRaw(source, [])))._tag).toBe("Accepted")
      expect((yield* transport.deliver(makeRaw(source)))._tag).toBe("Accepted")
      const [unsigned, signed] = peer.mails.map((mail) => mail.source)
      const withEmptyLine = source === head ? `${head}\r\n` : source
      expect(unsigned?.toString("latin1")).toBe(withEmptyLine)
      const text = signed?.toString("latin1") ?? ""
      expect(text).toMatch(/^DKIM-Signature: /)
      expect(
        text.replace(/^DKIM-Signature:[^]*?\r\n(?=From)/, "").replace(/Feedback-ID: .*\r\n/, "")
      ).toBe(withEmptyLine)
      expect(yield* Effect.promise(() => verify(signed ?? "", [rsa]))).toStrictEqual([
        "pass example.com aligned"
      ])
    })
  )

  it.live("declares octets beyond ASCII to a server that knows how", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({})
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(makeRaw(`${head}\r\n\xff\r\n`, []))
      yield* transport.deliver(makeRaw(`${head}\r\nx\r\n`, []))
      expect(
        peer.mails.map(({ parameters }) => parameters.includes("BODY=8BITMIME"))
      ).toStrictEqual([true, false])
    })
  )

  it.live("has its own Date and Message-ID, or gets those that it lacks", () =>
    Effect.gen(function* () {
      const noLine = Buffer.from("\u2028").toString("latin1")
      const lacking = sourceOf(
        makeRaw(`From: shop@example.com\r\nX-Date: ${noLine}Date: 1\r\n\r\nHello\r\n`)
      )
      const { date, messageId } = yield* Effect.promise(() => parse(lacking))
      expect(date).toBe("2026-11-20T12:00:00.000Z")
      expect(messageId).toMatch(/^<body_\w+@example\.com>$/)
      const kept = yield* Effect.promise(() => parse(sourceOf(makeRaw(`${head}\r\n`))))
      expect(kept.messageId).toBe("<own@example.com>")
      expect(sourceOf(makeRaw(`${head}\r\n`))).toBe(`${head}\r\n`)
    })
  )

  it.live("sends a head in UTF-8 only to a server that takes it", () =>
    Effect.gen(function* () {
      const utf8 = Buffer.from(`${head}X-Name: Jürgen\r\n\r\nHello\r\n`).toString("latin1")
      const peer = yield* smtpPeer({})
      const transport = yield* open({ url: peer.url })
      expect((yield* transport.deliver(makeRaw(utf8)))._tag).toBe("Accepted")
      expect(peer.mails[0]?.parameters).toContain("SMTPUTF8")
      expect(peer.mails[0]?.source.toString("utf8")).toContain("X-Name: Jürgen\r\n")
      expect(yield* Effect.promise(() => verify(peer.mails[0]?.source ?? "", [rsa]))).toStrictEqual(
        ["pass example.com aligned"]
      )
    })
  )
})
