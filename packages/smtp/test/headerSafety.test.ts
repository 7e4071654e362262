import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeBody, makeMessage, parse, sourceOf } from "./support.js"

const hostile = fc.constantFrom(
  "\r",
  "\n",
  "\r\n",
  "\0",
  "\r\n ",
  "\r\n\t",
  "\r\n\r\n",
  "\r\nBcc: evil@example.com",
  "=?utf-8?Q?=0D=0A?=",
  "\u2028",
  ":",
  ",",
  ";",
  "<",
  '"',
  "\\",
  "\ud800",
  " ".repeat(90)
)
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: hostile }, fc.string({ unit: "binary" }), fc.string()), {
    maxLength: 12
  })
  .map((parts) => parts.join(""))

const names = [
  "from",
  "to",
  "subject",
  "date",
  "message-id",
  "x-any",
  "mime-version",
  "content-type",
  "content-transfer-encoding"
]

const headOf = (source: string): string => source.slice(0, source.indexOf("\r\n\r\n"))

describe("the head of a mail, whatever its strings contain", () => {
  it("has exactly the fields of the message", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, subject, value) => {
        const source = sourceOf(
          makeMessage({
            sender: { name, address: "shop@example.com" },
            subject,
            body: makeBody({ text: "THE BODY", headers: [["X-Any", value]] })
          })
        )
        const mail = await parse(Buffer.from(source, "utf8"))
        expect(mail.headers.map(({ key }) => key).sort()).toStrictEqual([...names].sort())
        expect(mail.from?.address).toBe("shop@example.com")
        expect(mail.to).toStrictEqual([{ name: "", address: "ada@example.org" }])
        expect(mail.text?.trim()).toBe("THE BODY")
      }),
      { numRuns: 166 }
    )
  })

  it("has every first word behind the name of its field, and ids of messages as they are", () => {
    const id = `<${"a1B2".repeat(28)}@example.com>`
    const host = `${"mail-".repeat(11)}x.${"sub.".repeat(20)}example`
    const head = headOf(
      sourceOf(
        makeMessage({
          sender: { name: "", address: `shop@${host}` },
          subject: "x".repeat(120),
          body: makeBody({
            headers: [
              ["In-Reply-To", id],
              ["References", `${id} ${id}`],
              ["X-Any", "y".repeat(200)]
            ]
          })
        })
      )
    )
    expect(head).not.toMatch(/^[^\s:]+:\r\n[ \t]/m)
    expect(head).toContain(`\r\nIn-Reply-To: ${id}\r\n`)
    expect(head).toContain(`\r\nReferences: ${id}\r\n ${id}\r\n`)
    const foreign = headOf(
      sourceOf(makeMessage({ body: makeBody({ headers: [["In-Reply-To", "<é@example.com>"]] }) }))
    )
    expect(foreign).not.toContain("In-Reply-To")
  })

  it("is ASCII lines of at most 998 characters, none of them blank, all ended by CRLF", () => {
    fc.assert(
      fc.property(text, text, text, (name, subject, value) => {
        const head = headOf(
          sourceOf(
            makeMessage({
              sender: { name: name.slice(0, 255), address: "shop@example.com" },
              subject,
              body: makeBody({ headers: [["X-Any", value]] })
            })
          )
        )
        expect(head).not.toMatch(/^[^\s:]+:\r\n[ \t]/m)
        for (const line of head.split("\r\n")) {
          expect(line).toMatch(/^[\x20-\x7e\t]*[\x21-\x7e][\x20-\x7e\t]*$/)
          expect(line.length).toBeLessThanOrEqual(998)
        }
      }),
      { numRuns: 166 }
    )
  })

  it("shows any one-line text as it was given", async () => {
    const plain = fc
      .string({ unit: "grapheme", maxLength: 200 })
      .map((given) => given.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
      .filter((given) => given !== "")
    await fc.assert(
      fc.asyncProperty(plain, plain, async (name, subject) => {
        const mail = await parse(
          sourceOf(makeMessage({ sender: { name, address: "shop@example.com" }, subject }))
        )
        expect(mail.subject).toBe(subject)
        expect(mail.from?.name).toBe(name)
      }),
      { numRuns: 166 }
    )
  })
})
