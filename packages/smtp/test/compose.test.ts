import { compose } from "@telemark/smtp"
import { decodeWords } from "postal-mime"
import { describe, expect, it } from "vitest"
import { makeBody, makeMessage, parse, sourceOf } from "./support.js"

const html =
  '<p>Hello <b>Ada</b>, see <a href="https://example.com/orders/1?a=b">your order</a>.</p>'

describe("compose", () => {
  it("writes exactly the fields of the message, in ASCII lines ended by CRLF", () => {
    expect(sourceOf(makeMessage())).toBe(
      [
        "From: Shop <shop@example.com>",
        "To: ada@example.org",
        "Subject: Your order",
        "Date: Fri, 20 Nov 2026 12:00:00 +0000",
        "Message-ID: <em_0199a0b0c0d07000800000000000000b@example.com>",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 7bit",
        "",
        "Hello",
        ""
      ].join("\r\n")
    )
  })

  it("leaves text alone a single part", async () => {
    const mail = await parse(sourceOf(makeMessage({ body: makeBody({ text: "Grüße\nvon uns" }) })))
    expect(mail.text).toBe("Grüße\nvon uns\n")
    expect(mail.html).toBeUndefined()
  })

  it("puts a text alternative beside html that has none", async () => {
    const mail = await parse(sourceOf(makeMessage({ body: makeBody({ html, text: null }) })))
    expect(mail.html?.trimEnd()).toBe(html)
    expect(mail.text?.trimEnd()).toBe(
      "Hello Ada, see your order (https://example.com/orders/1?a=b)."
    )
  })

  it("makes no empty alternative of html without readable text: it is the only part", async () => {
    const picture = '<p><img src="https://example.com/x.png"></p>'
    for (const text of [null, "", " \n"]) {
      const source = sourceOf(makeMessage({ body: makeBody({ html: picture, text }) }))
      expect(source).toContain(
        "\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n<p>"
      )
      const mail = await parse(source)
      expect([mail.html?.trimEnd(), mail.text]).toStrictEqual([picture, undefined])
    }
  })

  it("writes a picture's alternative text in the text alternative", async () => {
    const mail = await parse(
      sourceOf(
        makeMessage({ body: makeBody({ html: '<img src=x alt="20 % off"> today', text: null }) })
      )
    )
    expect(mail.text?.trimEnd()).toBe("20 % off today")
  })

  it("declares no charset in the html but that of its part", async () => {
    const declared = '<head><meta charset="iso-8859-1"></head><p>Gr\u00fc\u00dfe</p>'
    const mail = await parse(
      sourceOf(makeMessage({ body: makeBody({ html: declared, text: "x" }) }))
    )
    expect(mail.html?.trimEnd()).toBe(declared.replace("iso-8859-1", "utf-8"))
  })

  it("keeps the text that was given beside the html", async () => {
    const mail = await parse(sourceOf(makeMessage({ body: makeBody({ html, text: "As text" }) })))
    expect(mail.text?.trimEnd()).toBe("As text")
  })

  it("gives the same bytes each time, also from another copy of the message", () => {
    const one = makeMessage({ body: makeBody({ html, text: null, headers: [["X-Order", "1"]] }) })
    expect(sourceOf(structuredClone(one))).toBe(sourceOf(one))
  })

  it("composes the body of a send once for all its recipients", () => {
    const body = makeBody({ html, text: null })
    const [one, other] = ["ada@example.org", "bob@example.org"].map((recipient) =>
      compose(makeMessage({ body, recipient }))
    )
    expect(one?.body).toStrictEqual(other?.body)
    expect(one?.body).toHaveLength(1)
    expect(one?.head).not.toBe(other?.head)
  })

  it("writes domains as A-labels, in Message-ID too", () => {
    const source = sourceOf(
      makeMessage({
        sender: { name: null, address: "shop@Bücher.example" },
        recipient: "ada@bücher.example"
      })
    )
    expect(source).toContain(
      "From: shop@xn--bcher-kva.example\r\nTo: ada@xn--bcher-kva.example\r\n"
    )
    expect(source).toContain(
      "Message-ID: <em_0199a0b0c0d07000800000000000000b@xn--bcher-kva.example>\r\n"
    )
  })

  it("writes a local part that isn't ASCII as UTF-8", async () => {
    const mail = await parse(sourceOf(makeMessage({ recipient: "jürgen@example.org" })))
    expect(mail.to?.[0]?.address).toBe("jürgen@example.org")
  })

  it.each([
    ["letters beyond ASCII", "Bücher – 本 📚"],
    ["quotes and commas", 'Ada, "Countess" (of) Lovelace; x'],
    ["a backslash", "back\\slash\\"],
    ["what looks like an encoded word", "=?utf-8?Q?evil=0D=0ABcc:_x?="],
    ["many blanks", `a${" ".repeat(200)}b`],
    ["a single long word", "x".repeat(255)]
  ])("shows a display name and a subject as given: %s", async (_, text) => {
    const mail = await parse(
      sourceOf(makeMessage({ sender: { name: text, address: "shop@example.com" }, subject: text }))
    )
    expect(mail.from).toStrictEqual({ name: text, address: "shop@example.com" })
    expect(mail.subject).toBe(text)
  })

  it.each([300, 920, 921, 2000])(
    "breaks words of %i characters into lines that every server takes",
    async (length) => {
      const word = "x".repeat(length)
      const source = sourceOf(
        makeMessage({
          sender: { name: word, address: "shop@example.com" },
          subject: word,
          body: makeBody({ headers: [["X-Any", word]] })
        })
      )
      expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998)
      const mail = await parse(source)
      expect(mail).toMatchObject({ subject: word, from: { name: word } })
      // A long address in a field such as List-Unsubscribe must stay as it is for as long as it
      // can.
      expect(source.includes(`\r\nX-Any: ${word}\r\n`)).toBe(length <= 920)
    }
  )

  it.each([
    ["words", "one two three ".repeat(1100).trim()],
    ["one word", "x".repeat(16_000)],
    ["words outside ASCII", "grüße an alle ".repeat(800).trim()]
  ])("folds a value of 16 KiB, so that it is read as it was given: %s", async (_, value) => {
    const source = sourceOf(makeMessage({ body: makeBody({ headers: [["X-Any", value]] }) }))
    expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(
      decodeWords((await parse(source)).headers.find(({ key }) => key === "x-any")?.value ?? "")
    ).toBe(value)
  })

  it("keeps the spelling of a caller's field names, and ASCII values as they are", () => {
    const headers = [
      ["x-ABC", '{"a": "b"}'],
      ["List-Unsubscribe", "<https://example.com/u?x=1>"]
    ] as const
    const source = sourceOf(makeMessage({ body: makeBody({ headers }) }))
    expect(source).toContain(
      '\r\nx-ABC: {"a": "b"}\r\nList-Unsubscribe: <https://example.com/u?x=1>\r\n'
    )
  })

  const fieldOf = (value: string, name = "List-Unsubscribe"): string | undefined =>
    new RegExp(`^${name}:(?:.|\\r\\n )*`, "m").exec(
      sourceOf(makeMessage({ body: makeBody({ headers: [[name, value]] }) }))
    )?.[0]
  const long = `<https://example.com/u?token=${"x".repeat(200)}>`

  it.each([
    [
      "short",
      "<https://example.com/u>,<mailto:u@example.com>",
      "List-Unsubscribe: <https://example.com/u>, <mailto:u@example.com>"
    ],
    [
      "long",
      `${long} , <mailto:u@example.com?subject=a,b>`,
      `List-Unsubscribe: ${long},\r\n <mailto:u@example.com?subject=a,b>`
    ],
    [
      "several long",
      `${long},${long}, ${long}`,
      `List-Unsubscribe: ${long},\r\n ${long},\r\n ${long}`
    ],
    [
      "of the greatest length",
      `<https://example.com/${"x".repeat(975)}>`,
      `List-Unsubscribe:\r\n <https://example.com/${"x".repeat(975)}>`
    ],
    [
      "with blanks and what looks like an encoded word",
      "<https://example.com/=?utf-8?Q?x?=> (a b)",
      "List-Unsubscribe: <https://example.com/=?utf-8?Q?x?=> (a b)"
    ]
  ])("folds List-Unsubscribe between its addresses and nowhere else: %s", (_, value, expected) => {
    expect(fieldOf(value)).toBe(expected)
  })

  it.each([
    ["letters beyond ASCII", "<https://b\u00fccher.example/u>"],
    ["an address that no line can hold", `<https://example.com/${"x".repeat(1000)}>`],
    ["nothing", ""]
  ])("never makes encoded words of List-Unsubscribe, and leaves it out with %s", (_, value) => {
    expect([fieldOf(value), fieldOf(value, "List-Unsubscribe-Post")]).toEqual([
      undefined,
      undefined
    ])
  })

  it("reads the addresses of Reply-To and writes them anew", async () => {
    const headers = [["Reply-To", "Bücher Ada <ada@bücher.example>"]] as const
    const mail = await parse(sourceOf(makeMessage({ body: makeBody({ headers }) })))
    expect(mail.replyTo).toStrictEqual([
      { name: "Bücher Ada", address: "ada@xn--bcher-kva.example" }
    ])
  })

  it("writes an empty subject as an empty field", () => {
    expect(sourceOf(makeMessage({ subject: "" }))).toContain("\r\nSubject:\r\nDate:")
  })

  it.each([
    ["bare LF", "a\nb\n\nc"],
    ["bare CR", "a\rb\r\rc"],
    ["CRLF", "a\r\nb\r\n\r\nc"],
    ["LF and letters beyond ASCII", "ä\nb\n\nc"],
    ["another script, which goes as base64", "本\n本\r本\r\n"]
  ])("ends every line with CRLF: %s", (_, text) => {
    const source = sourceOf(
      makeMessage({ body: makeBody({ text, html: text.replaceAll("a", "<i>a</i>") }) })
    )
    expect(source.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  })

  it("separates the content from its boundary, even content that contains it", async () => {
    const body = makeBody({ html: "<p>x</p>", text: null })
    const boundary = `=_${body.id}`
    const hostile = makeBody({
      text: `--${boundary}--\r\n`,
      html: `<p>x</p>\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\nevil`
    })
    const mail = await parse(sourceOf(makeMessage({ body: hostile })))
    expect(mail.text?.trimEnd()).toBe(`--${boundary}--`)
    expect(mail.html?.trimEnd()).toBe(hostile.html?.replaceAll("\r\n", "\n"))
  })

  it.each([
    ["a recipient that is two", { recipient: "ada@example.org, evil@example.com" }],
    ["a recipient with a line end", { recipient: "ada@example.org>\r\nRCPT TO:<evil@example.com" }],
    [
      "a sender with a line end",
      { sender: { name: null, address: "shop@example.com\r\nBcc: evil@example.com" } }
    ],
    [
      "a sender with a name in the address",
      { sender: { name: null, address: "Shop <shop@example.com>" } }
    ],
    ["an id with a line end", { id: "em_1\r\nBcc: evil@example.com" }],
    ["an id that closes its brackets", { id: "em_1> <x" }],
    [
      "a field name with a line end",
      { body: makeBody({ headers: [["X-A\r\nBcc", "evil@example.com"]] }) }
    ],
    [
      "a field name with a colon",
      { body: makeBody({ headers: [["Bcc: evil@example.com\r\nX", "y"]] }) }
    ],
    ["an empty field name", { body: makeBody({ headers: [["", "evil@example.com"]] }) }],
    ["a field name beyond ASCII", { body: makeBody({ headers: [["X-Ä", "y"]] }) }],
    [
      "a field for hidden recipients",
      { body: makeBody({ headers: [["Bcc", "evil@example.com"]] }) }
    ],
    ["a second content type", { body: makeBody({ headers: [["content-type", "text/html"]] }) }],
    [
      "a Feedback-ID, which signing writes",
      { body: makeBody({ headers: [["Feedback-ID", "a:b:c:d"]] }) }
    ],
    [
      "a Reply-To that is no address",
      { body: makeBody({ headers: [["Reply-To", "a@b.example\r\nBcc: c@d.example"]] }) }
    ]
  ])("refuses %s", (_, message) => {
    expect(compose(makeMessage(message))).toBeUndefined()
  })
})
