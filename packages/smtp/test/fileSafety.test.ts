import { compose } from "@telemark/smtp"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publish, verify } from "./signatures.js"
import { lastFile, makeFile, makeMessageWith, parse, signedSourceOf, sourceOf } from "./support.js"

const hostile = fc.constantFrom(
  "\r",
  "\n",
  "\r\n",
  "\0",
  "\r\n ",
  "\r\n\r\n",
  "\r\nBcc: evil@example.com",
  "\r\n--=_body_0199a0b0c0d07000800000000000000a.m--\r\n",
  "=?utf-8?Q?=0D=0A?=",
  "\u2028",
  ":",
  ",",
  ";",
  "<",
  ">",
  '"',
  "\\",
  "/",
  "%",
  "%0D%0A",
  "'",
  "*",
  "utf-8''",
  "\ud800",
  "\ud83d\ude00",
  "ü",
  "é",
  "本",
  " ".repeat(90),
  "x".repeat(300),
  "name=",
  "boundary=x",
  "."
)
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: hostile }, fc.string({ unit: "binary" }), fc.string()), {
    maxLength: 10
  })
  .map((parts) => parts.join(""))
const essence = fc.constantFrom(
  "text/plain",
  "text/html",
  "image/png",
  "message/rfc822",
  "multipart/mixed",
  "message/external-body",
  "application/pdf"
)
const contentType = fc.oneof(
  fc.constant(null),
  text,
  fc.tuple(essence, text).map((parts) => parts.join(";")),
  essence
)
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  text.map((content) => new Uint8Array(Buffer.from(content, "utf8")))
)

const html = "<p>THE BODY</p>"
const names = ["from", "to", "subject", "date", "message-id", "mime-version", "content-type"]

/**
 * What a name comes out as: line ends and other controls are blanks, what leads out of a folder is
 * none.
 */
const shown = (filename: string): string => {
  const clean = filename
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[/\\]/g, "_")
    .trim()
  return clean === "" ? "attachment" : clean
}

describe("a mail with a file, whatever its strings contain", () => {
  it("has the fields of the message and the one file, with its contents", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        contentType,
        contents,
        fc.boolean(),
        async (filename, content_type, content, isInline) => {
          const file = makeFile(filename, content, {
            content_type,
            content_id: isInline ? "logo" : null
          })
          const source = sourceOf(makeMessageWith([file], { html, text: "THE TEXT" }))
          const mail = await parse(source)
          expect(mail.headers.map(({ key }) => key).sort()).toStrictEqual([...names].sort())
          expect([mail.html?.trim(), mail.text?.trim()]).toStrictEqual([html, "THE TEXT"])
          expect(mail.attachments).toHaveLength(1)
          const [found] = mail.attachments
          expect(found?.contentId).toBe(isInline ? "<logo>" : undefined)
          const { content: sent, encoding } = lastFile(source)
          expect(encoding).toMatch(
            /^message\//.test(found?.mimeType ?? "")
              ? /^(?:7bit|base64)$/
              : /^text\//.test(found?.mimeType ?? "")
                ? /./
                : /^base64$/
          )
          if (!/^message\//.test(found?.mimeType ?? ""))
            expect(sent.equals(Buffer.from(content))).toBe(true)
          for (const line of source.split("\r\n"))
            expect(line).toMatch(/^[\x01-\x09\x0b\x0c\x0e-\x7f]{0,998}$/)
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("shows its name to clients that read RFC 2231, and ASCII to others", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 })),
        async (filename) => {
          // This parser takes even what comes out of RFC 2231 for encoded words.
          fc.pre(!filename.includes("=?"))
          const source = sourceOf(makeMessageWith([makeFile(filename, "x")]))
          const mail = await parse(source)
          // Blanks that follow each other are one for this parser.
          expect(mail.attachments[0]?.filename?.replace(/ +/g, " ")).toBe(
            shown(filename).replace(/ +/g, " ")
          )
          expect(source).toMatch(/\r\n filename="[\x20-\x21\x23-\x7e]{1,200}"\r\n/)
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("has no content-id but one that can be in angle brackets", () => {
    fc.assert(
      fc.property(text, (content_id) => {
        const mail = compose(makeMessageWith([makeFile("a.png", "x", { content_id })], { html }))
        if (mail !== undefined) expect(content_id).toMatch(/^<?[\x21-\x3b\x3d\x3f-\x7e]{1,255}>?$/)
      }),
      { numRuns: 1000 }
    )
  })

  it("verifies when it is signed", async () => {
    const published = publish("ed25519")
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, contentType, contents, fc.boolean()), { maxLength: 3 }),
        async (files) => {
          const attachments = files.map(([filename, content_type, content, isInline], index) =>
            makeFile(filename, content, {
              content_type,
              content_id: isInline ? `file${String(index)}` : null
            })
          )
          const source = await signedSourceOf(
            makeMessageWith(attachments, { html, text: null }, { signing: [published.key] })
          )
          expect(await verify(source, [published])).toStrictEqual(["pass example.com aligned"])
        }
      ),
      { numRuns: 200 }
    )
  })
})
