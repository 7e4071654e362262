import { describe, expect, it } from "@effect/vitest"
import type { OutgoingMessage } from "@telemark/core"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { otherServer } from "./otherServer.js"
import { publish, verify } from "./signatures.js"
import { makeBody, makeMessage, open, signedSourceOf } from "./support.js"

const rsa = publish("rsa")
const ed25519 = publish("ed25519")
const elsewhere = publish("rsa", { domain: "platform.example", selector: "other" })

const signedMessage = (message: Partial<OutgoingMessage> = {}) =>
  makeMessage({ signing: [rsa.key], ...message })

const lines = (count: number) => "A line that ends here.\r\n".repeat(count)
const html = "<p>Hello <b>Ada</b>,</p>\n\n<p>  two   blanks\tand a tab </p>   \n"

const messages: ReadonlyArray<readonly [string, OutgoingMessage]> = [
  ["text", signedMessage()],
  ["html with its text alternative", signedMessage({ body: makeBody({ html, text: null }) })],
  [
    "html and text",
    signedMessage({
      body: makeBody({ html, text: "Hello Ada,\n\n  two   blanks\tand a tab  \n\n\n" })
    })
  ],
  [
    "UTF-8 in the subject, a name and the body",
    signedMessage({
      subject: "Überraschung für Grüße 🎉 ".repeat(20),
      sender: { name: "Bäckerei 東京", address: "shop@example.com" },
      body: makeBody({ text: "Grüße 🎉\n日本語\n" })
    })
  ],
  ["Japanese", signedMessage({ body: makeBody({ text: "日本語のメール。".repeat(300) }) })],
  [
    "long lines",
    signedMessage({
      subject: "long ".repeat(150),
      body: makeBody({ text: `${"x".repeat(5000)} ${"y ".repeat(5000)}` })
    })
  ],
  ["dots that begin lines", signedMessage({ body: makeBody({ text: ".\n..\n.x\n\r.\r" }) })],
  ["nothing in it", signedMessage({ subject: "", body: makeBody({ text: "" }) })],
  ["empty lines alone", signedMessage({ body: makeBody({ text: "\n\n\n\n" }) })],
  ["blanks at its end", signedMessage({ body: makeBody({ text: "a  \n \n\t\n   " }) })],
  ["200 kB", signedMessage({ body: makeBody({ text: lines(8000) }) })],
  [
    "addresses that aren't ASCII",
    signedMessage({
      sender: { name: null, address: "jürgen@example.com" },
      recipient: "zoë@bücher.example"
    })
  ],
  [
    "every field that may be signed",
    signedMessage({
      template_id: "order-confirmed",
      body: makeBody({
        headers: [
          ["Reply-To", "Help <help@example.com>, more@example.com"],
          ["In-Reply-To", "<a@example.com>"],
          ["References", "<a@example.com>  <b@example.com>"],
          ["List-Id", "Orders <orders.example.com>"],
          ["List-Unsubscribe", "<https://example.com/u?a=b>, <mailto:u@example.com>"],
          ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
          ["X-Order", `${"blanks  ".repeat(40)}and\ttabs`]
        ]
      })
    })
  ],
  [
    "a field twice",
    signedMessage({
      body: makeBody({
        headers: [
          ["References", "<a@example.com>"],
          ["List-Id", "one"],
          ["references", "<b@example.com>"]
        ]
      })
    })
  ]
]

describe("signed mail", () => {
  it.live.each(messages)(
    "verifies after a trip through a server that others wrote: %s",
    ([, message]) =>
      Effect.gen(function* () {
        const { port, received } = yield* otherServer({ disabledCommands: ["AUTH", "STARTTLS"] })
        const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
        expect((yield* transport.deliver(message))._tag).toBe("Accepted")
        const [mail] = received
        expect(yield* Effect.promise(() => verify(mail?.source ?? "", [rsa]))).toStrictEqual([
          "pass example.com aligned"
        ])
      })
  )

  it.live("with a key of either kind has a signature of each, the RSA one first", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(makeMessage({ signing: [rsa.key, ed25519.key] }))
      yield* transport.deliver(makeMessage({ signing: [ed25519.key] }))
      const [both, one] = peer.mails.map(({ source }) => source)
      expect(yield* Effect.promise(() => verify(both ?? "", [rsa, ed25519]))).toStrictEqual([
        "pass example.com aligned",
        "pass example.com aligned"
      ])
      expect(both?.toString().match(/ a=[^;]*/g)).toStrictEqual([
        " a=rsa-sha256",
        " a=ed25519-sha256"
      ])
      expect(yield* Effect.promise(() => verify(one ?? "", [ed25519]))).toStrictEqual([
        "pass example.com aligned"
      ])
    })
  )

  it("by another domain verifies, and isn't aligned", async () => {
    const source = await signedSourceOf(makeMessage({ signing: [elsewhere.key] }))
    expect(await verify(source, [elsewhere])).toStrictEqual(["pass platform.example"])
  })

  it("verifies with the record of its own key only", async () => {
    const source = await signedSourceOf(signedMessage())
    expect(await verify(source, [{ ...rsa, record: publish("rsa").record }])).toStrictEqual([
      "fail example.com aligned"
    ])
  })

  it("still verifies when a relay folds a field anew, adds blanks in lines and drops them at their ends", async () => {
    const source = await signedSourceOf(
      signedMessage({ subject: "Your order", body: makeBody({ text: "one  two  \nthree\n\n\n" }) })
    )
    const relayed = source
      .replace("Subject: Your order", "SUBJECT:  Your\r\n\torder \t")
      .replace("one  two", "one \t two")
      .concat("\r\n\r\n")
    expect(await verify(relayed, [rsa])).toStrictEqual(["pass example.com aligned"])
  })

  const plain = signedMessage({
    body: makeBody({
      html: "<p>Pay to account 1</p>",
      text: null,
      headers: [["List-Unsubscribe", "<https://example.com/u>"]]
    })
  })
  const changes: ReadonlyArray<readonly [string, (source: string) => string]> = [
    ["another subject", (source) => source.replace("Subject: Your order", "Subject: Your debts")],
    ...[
      "Subject: Your debts",
      "From: evil@example.net",
      "To: x@example.net",
      "Cc: x@example.net",
      "Reply-To: x@example.net",
      "Date: Sat, 21 Nov 2026 12:00:00 +0000",
      "Message-ID: <x@example.net>",
      "MIME-Version: 1.0",
      "Content-Type: text/plain",
      "List-Unsubscribe: <https://example.net>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click"
    ].flatMap((field): ReadonlyArray<readonly [string, (source: string) => string]> => [
      [`${field.split(":")[0] ?? ""} added in front`, (source) => `${field}\r\n${source}`],
      [
        `${field.split(":")[0] ?? ""} added behind`,
        (source) => source.replace("\r\n\r\n", `\r\n${field}\r\n\r\n`)
      ]
    ]),
    ["another body", (source) => source.replace("account 1", "account 2")],
    ["more body", (source) => `${source}more\r\n`],
    ["another boundary", (source) => source.replace(/boundary="/, 'boundary="x')],
    ["another Feedback-ID", (source) => source.replace("Feedback-ID: raw", "Feedback-ID: other")],
    ["another time of signing", (source) => source.replace(/ t=\d/, " t=2")]
  ]
  it.each(changes)("fails with %s", async (_, change) => {
    const source = await signedSourceOf(plain)
    const changed = change(source)
    expect(changed).not.toBe(source)
    expect(await verify(source, [rsa])).toStrictEqual(["pass example.com aligned"])
    expect(
      (await verify(changed, [rsa])).filter((result) => result.startsWith("pass"))
    ).toStrictEqual([])
  })

  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.constantFrom(
          "\r\n",
          "\n",
          "\r",
          " ",
          "\t",
          "  \r\n",
          "\r\n.\r\n",
          "\r\n\r\n",
          ": ",
          "=?utf-8?Q?=20?=",
          "\0",
          "\ud800",
          "ü",
          "日本",
          " ".repeat(90),
          "x".repeat(1000)
        )
      ),
      { maxLength: 12 }
    )
    .map((parts) => parts.join(""))

  it("verifies whatever its strings contain", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        text,
        fc.option(text),
        fc.boolean(),
        async (name, subject, value, body, html, isEd25519) => {
          const published = isEd25519 ? ed25519 : rsa
          const source = await signedSourceOf(
            makeMessage({
              sender: { name, address: "shop@example.com" },
              subject,
              signing: [published.key],
              body: makeBody({
                text: body,
                html,
                headers: [
                  ["X-Any", value],
                  ["References", value]
                ]
              })
            })
          )
          expect(await verify(source, [published])).toStrictEqual(["pass example.com aligned"])
        }
      ),
      { numRuns: 100 }
    )
  })
})
