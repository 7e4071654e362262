import { describe, expect, it } from "@effect/vitest"
import type { Reply } from "@telemark/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { codeOf, decodeReply, parseReply } from "../src/conversation/reply.js"
import { makeMessage, open } from "./support.js"
import { talking } from "./talking.js"

const rate =
  "550-5.2.1 The user is receiving mail at a rate that\n550-5.2.1 prevents messages.\n550 5.2.1 See there"

describe("a reply", () => {
  it.each<[string, string, Reply]>([
    [
      "keeps no codes of its lines in its text",
      rate,
      {
        code: 550,
        enhanced: "5.2.1",
        text: "The user is receiving mail at a rate that prevents messages. See there"
      }
    ],
    [
      "has the enhanced code of a later line",
      "550-Not taken\n550 5.1.1 No such user",
      { code: 550, enhanced: "5.1.1", text: "Not taken No such user" }
    ],
    [
      "keeps another enhanced code in its text",
      "550-5.7.1 Refused\n550 5.1.1 No such user",
      { code: 550, enhanced: "5.7.1", text: "Refused 5.1.1 No such user" }
    ],
    [
      "has the code of its last line",
      "550-Not taken\n451 4.3.0 Try again",
      { code: 451, enhanced: "4.3.0", text: "Not taken Try again" }
    ],
    [
      "has an enhanced code of its own class",
      "550-4.2.2 Full\n550 5.2.2 Full",
      { code: 550, enhanced: "5.2.2", text: "4.2.2 Full Full" }
    ],
    [
      "may have one of another class only",
      "550 4.2.2 Full",
      { code: 550, enhanced: "4.2.2", text: "Full" }
    ],
    ["may have lines without text", "250-\n250-Ok\n250", { code: 250, enhanced: null, text: "Ok" }],
    [
      "may repeat what another server said",
      "550 mx said: 550-5.1.1 No 550 5.1.1 such",
      { code: 550, enhanced: null, text: "mx said: 550-5.1.1 No 550 5.1.1 such" }
    ],
    [
      "may end its lines with CR",
      "250-2.0.0 Ok\r\n250 2.0.0 queued\r",
      { code: 250, enhanced: "2.0.0", text: "Ok queued" }
    ]
  ])("%s", (_, text, reply) => {
    expect(parseReply(text)).toStrictEqual(reply)
  })

  it("has the code that is read without all else", () => {
    const piece = fc.constantFrom(
      "250",
      "354",
      "421",
      "550",
      "199",
      "600",
      "25",
      " ",
      "-",
      "Ok",
      "\r",
      "\n",
      "\r\n",
      "5.1.1",
      "ä",
      "\u2028"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(codeOf(pieces.join(""))).toBe(parseReply(pieces.join(""))?.code)
      }),
      { numRuns: 500 }
    )
  })

  it.each(["", "banana", "550-No\nbanana", "550-No\n550No", "600 No", "55 No", "5500 No"])(
    "is not %j",
    (text) => {
      expect(parseReply(text)).toBeUndefined()
    }
  )

  it.each<[string, ReadonlyArray<number | string>, string]>([
    ["all UTF-8", ["Empfänger 受信者 🚫"], "Empfänger 受信者 🚫"],
    [
      "a byte among UTF-8 that is none",
      ["Empfänger ", 0xff, " unbekannt"],
      "Empfänger \ufffd unbekannt"
    ],
    ["a character that is cut off", ["Empfänger Gr", 0xc3], "Empfänger Gr\ufffd"],
    ["overlong forms beside UTF-8", ["ü", 0xc0, 0xaf], "ü\ufffd\ufffd"],
    ["Latin-1", ["Empf", 0xe4, "nger gel", 0xf6, "scht"], "Empfänger gelöscht"],
    ["ASCII", ["No such user"], "No such user"]
  ])("is readable: %s", (_, parts, text) => {
    const bytes = Buffer.concat(
      parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part, "utf8")))
    )
    expect(decodeReply(bytes.toString("latin1"))).toBe(text)
    expect(decodeReply(text)).toBe(text)
  })
})

const badByte = (code: string) =>
  Buffer.concat([Buffer.from(`${code} Empfänger `), Buffer.of(0xff), Buffer.from(" unbekannt\r\n")])
const greeting = "220 talk.test\r\n"
const hello = "250 talk.test\r\n"

describe("one bad byte in a reply", () => {
  it.live.each([
    ["at the recipient", "rcpt", [greeting, hello, "250 Ok\r\n", badByte("550 5.1.1")]],
    ["instead of a greeting", "greeting", [badByte("554 5.1.1")]]
  ] as const)("leaves the remaining text readable, %s", ([, stage, lines]) =>
    Effect.gen(function* () {
      const { port } = yield* talking(() => {}, ...lines)
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
      const expected = {
        _tag: "Refused",
        stage,
        reply: { enhanced: "5.1.1", text: "Empfänger \ufffd unbekannt" }
      }
      expect(yield* transport.deliver(makeMessage())).toMatchObject(expected)
    })
  )
})

describe("a reply of several lines", () => {
  it.live("whose codes differ is read by its last one, over the wire, too", () =>
    Effect.gen(function* () {
      const { port } = yield* talking(
        () => {},
        greeting,
        hello,
        "250 Ok\r\n",
        "550-Not taken\r\n451 4.3.0 Try again\r\n"
      )
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
      expect(yield* transport.deliver(makeMessage())).toMatchObject({
        _tag: "Refused",
        stage: "rcpt",
        reply: { code: 451, enhanced: "4.3.0" }
      })
    })
  )
})
