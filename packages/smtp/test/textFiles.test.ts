import { compose, toSource } from "@telemark/smtp"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readMail } from "../src/capture/readMail.js"
import { lengthOfMail } from "../src/composition/compose.js"
import { publish, verify } from "./signatures.js"
import {
  lastFile,
  makeBody,
  makeFile,
  makeMessageWith,
  signedSourceOf,
  sourceOf
} from "./support.js"

const csv = (lineEnd: string, lines = 20): string =>
  `order,total,name of the customer${lineEnd}1042,19.90,Ada Lovelace${lineEnd}`.repeat(lines)

const sentOf = (content: string | Uint8Array, name = "orders.csv") => {
  const source = sourceOf(makeMessageWith([makeFile("other.bin", "x"), makeFile(name, content)]))
  const file = lastFile(source)
  return {
    encoding: file.encoding,
    isSame: file.content.equals(Buffer.from(content)),
    lines: source.split("\r\n")
  }
}

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\r\n",
        "\n",
        "\r",
        "\n\n",
        " ",
        "\t",
        " \r\n",
        "\t\n",
        ".",
        "..\r\n",
        "=",
        "=20",
        "From ",
        "a",
        "x".repeat(70),
        "x".repeat(74),
        "x".repeat(75),
        "x".repeat(76),
        "x".repeat(77)
      ),
      fc.string({ unit: "binary-ascii" })
    ),
    { maxLength: 40 }
  )
  .map((parts) => parts.join(""))

describe("a text file in ASCII", () => {
  it.each([
    ["lines that end with CRLF", csv("\r\n"), "7bit"],
    ["no line end", "hello", "7bit"],
    ["lines of 76 characters", `${"x".repeat(76)}\r\n`, "7bit"],
    ["nothing in it", "", "7bit"],
    ["lines that end with LF, which 7bit would change", csv("\n"), "quoted-printable"],
    ["a line end more than the others have", `${csv("\r\n")}\n`, "quoted-printable"],
    ["lines of 77 characters", `${"x".repeat(77)}\r\n`, "quoted-printable"],
    ["a single long line", "word ".repeat(2000), "quoted-printable"],
    ["blanks at the end of a line", `${csv("\r\n")}a \r\n`, "quoted-printable"],
    ["a blank at its end", `${csv("\r\n")}a `, "quoted-printable"],
    ["controls", `${csv("\r\n")}\x1b[0m`, "quoted-printable"],
    ["the boundary", `${csv("\r\n")}--=_${makeBody().id}.m\r\n`, "quoted-printable"],
    ["many short lines that end with LF", "1\n2\n".repeat(1000), "base64"],
    ["NUL", `${csv("\r\n")}\0`, "base64"],
    ["letters beyond ASCII", `${csv("\r\n")}\u00fc`, "base64"]
  ])("is sent so that decoding gives its exact bytes: %s", (_, content, encoding) => {
    expect(sentOf(content)).toMatchObject({ encoding, isSame: true })
  })

  it.each([
    ["invoice.pdf", "base64"],
    ["data.json", "base64"],
    ["invite.ics", "7bit"],
    ["page.html", "7bit"],
    ["notes.txt", "7bit"]
  ])("is known by its type: %s", (name, encoding) => {
    expect(sentOf("hello", name)).toMatchObject({ encoding, isSame: true })
  })

  it.each([
    ["\r\n", "7bit"],
    ["\n", "quoted-printable"]
  ])("is the same in any length, with lines that end with %j", (lineEnd, encoding) => {
    const whole = csv(lineEnd, 40_000)
    for (const length of [64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 256 * 1024 + 33, whole.length]) {
      expect(sentOf(whole.slice(0, length))).toMatchObject({
        encoding: /[ \r]$/.test(whole.slice(0, length)) ? "quoted-printable" : encoding,
        isSame: true
      })
    }
  })

  it("has lines that every server takes, is as long as it was said to be, and comes out as it was", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(text, (content) => {
        const message = makeMessageWith([makeFile("a.txt", content)])
        const mail = compose(message)!
        expect(toSource(mail).length).toBe(lengthOfMail(mail))
        const { encoding, isSame, lines } = sentOf(content)
        seen.add(encoding)
        expect(isSame).toBe(true)
        for (const line of lines) expect(line).toMatch(/^[\x01-\x09\x0b\x0c\x0e-\x7f]{0,77}$/)
      }),
      { numRuns: 250 }
    )
    expect([...seen].sort()).toEqual(["7bit", "base64", "quoted-printable"])
  })

  it("is whole in the inbox, byte for byte, as are messages and everything sent as base64", async () => {
    const octets = (content: string) => Buffer.from(content, "latin1")
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 4 }),
        fc.boolean(),
        async (contents, isInline) => {
          const files = contents.map((content, index) =>
            makeFile(
              `${String(index)}.${["txt", "bin", "csv", "eml"][index] ?? ""}`,
              octets(content),
              { content_id: isInline ? `f${String(index)}` : null }
            )
          )
          const source = toSource(compose(makeMessageWith(files, { html: "<p>x</p>" }))!)
          const { attachments } = await Effect.runPromise(readMail(source))
          const found = attachments.map(({ content }) => Buffer.from(content).toString("latin1"))
          // A message goes with CRLF for its line ends.
          const asSent = (content: string, index: number) =>
            attachments[index]?.content_type === "message/rfc822"
              ? content.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n")
              : content
          expect(found).toEqual(contents.map(asSent))
        }
      ),
      { numRuns: 166 }
    )
  })

  it("verifies when it is signed, however it is encoded", async () => {
    const published = publish("ed25519")
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const source = await signedSourceOf(
          makeMessageWith([makeFile("a.txt", content)], {}, { signing: [published.key] })
        )
        expect(await verify(source, [published])).toStrictEqual(["pass example.com aligned"])
      }),
      { numRuns: 66 }
    )
  })
})

const hostile = (type: string, body: string): Buffer =>
  Buffer.from(`From: a@example.com\r\nSubject: Hello\r\nContent-Type: ${type}\r\n\r\n${body}`)

describe("reading a mail", () => {
  it("ends with its head if there are too many lines, or parts within parts", async () => {
    const nested = Array.from(
      { length: 300 },
      (_, n) =>
        `--b${String(n)}\r\nContent-Type: multipart/mixed; boundary=b${String(n + 1)}\r\n\r\n`
    ).join("")
    for (const source of [
      hostile("multipart/mixed; boundary=b0", nested),
      hostile("multipart/mixed; boundary=b", "--b\r\n\r\n".repeat(130_000))
    ])
      expect(await Effect.runPromise(readMail(source))).toMatchObject({
        from: ["a@example.com"],
        subject: "Hello",
        text: null,
        attachments: []
      })
  })

  it("makes few pieces of many lines, which are as they were", async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `${String(n)}\n`).join("")
    const pieces: Array<number> = []
    const { Blob } = globalThis
    globalThis.Blob = class extends Blob {
      constructor(...given: ConstructorParameters<typeof Blob>) {
        super(...given)
        pieces.push([...(given[0] ?? [])].length)
      }
    }
    try {
      const mail = await Effect.runPromise(
        readMail(hostile("text/plain", text.replaceAll("\n", "\r\n")))
      )
      expect(mail.text).toBe(text)
    } finally {
      globalThis.Blob = Blob
    }
    expect(Math.max(...pieces)).toBeLessThan(2000)
  })

  // postal-mime would take minutes for the second.
  it.each([
    ["<p>Gr&uuml;&szlig;e</p>", "Hi\n\nGrüße"],
    ['<a href="'.repeat(100_000), "Hi\n"]
  ])("makes a text of the html of a part beside a text", async (html, expected) => {
    const body = `--b\r\n\r\nHi\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`
    const mail = await Effect.runPromise(readMail(hostile("multipart/mixed; boundary=b", body)))
    expect(mail.text?.trimEnd()).toBe(expected.trimEnd())
  })

  it("takes a mail within it for a file", async () => {
    const inner = "Subject: Inner\r\n\r\nInside\r\n"
    const { attachments, text } = await Effect.runPromise(
      readMail(
        hostile(
          "multipart/mixed; boundary=b",
          `--b\r\n\r\nOutside\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}--b--\r\n`
        )
      )
    )
    expect(text).toBe("Outside\n")
    expect(attachments.map(({ content_type }) => content_type)).toEqual(["message/rfc822"])
    expect(Buffer.from(attachments[0]?.content ?? []).toString()).toContain("Inside")
  })
})
