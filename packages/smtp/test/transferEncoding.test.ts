import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encodeQuotedPrintable } from "../src/composition/quotedPrintable.js"
import { encodeBase64Lines, encodeText } from "../src/composition/transferEncoding.js"
import { decodeQuotedPrintable, parse } from "./support.js"

const withCrlf = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replace(/\r\n?|\n/g, "\r\n"), "latin1")

const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\r\n",
        "\n",
        "\r",
        " ",
        "\t",
        "=",
        ".",
        "From ",
        "ä",
        " \r\n",
        "\t\n",
        "a".repeat(74),
        "a".repeat(75),
        "a".repeat(76),
        "\ud83d\ude00".repeat(20)
      ),
      fc.string({ unit: "binary" })
    ),
    { maxLength: 40 }
  )
  .map((parts) => Buffer.from(parts.join(""), "utf8"))

/** RFC 2045 6.7 octet by octet, with nothing done to be quick. */
const reference = (input: Buffer): string => {
  const octets = input.toString("latin1").match(/\r\n|[^]/g) ?? []
  const isLineEnd = (octet: string | undefined): boolean =>
    octet === undefined || /^[\r\n]/.test(octet)
  let output = ""
  let column = 0
  octets.forEach((octet, index) => {
    if (isLineEnd(octet)) {
      output += "\r\n"
      column = 0
      return
    }
    const isLiteral =
      /^[\x21-\x3c\x3e-\x7e]$/.test(octet) ||
      (/^[ \t]$/.test(octet) && !isLineEnd(octets[index + 1]))
    let written = isLiteral
      ? octet
      : `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
    if (column + written.length > 75) {
      output += "=\r\n"
      column = 0
    }
    if (column === 0 && octets.slice(index, index + 5).join("") === "From ") written = "=46"
    output += written
    column += written.length
  })
  return output
}

describe("quoted-printable", () => {
  it("is what it is octet by octet", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(encodeQuotedPrintable(input)).toBe(reference(input))
      }),
      { numRuns: 500 }
    )
  })

  it("is the same for texts that are larger than the memory which is kept for them", () => {
    const text = Buffer.from("Größe = L \r\n\t".repeat(20_000), "utf8")
    expect(encodeQuotedPrintable(text)).toBe(reference(text))
  })

  it("decodes to what was encoded, with CRLF for every line end", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(decodeQuotedPrintable(encodeQuotedPrintable(input)).equals(withCrlf(input))).toBe(
          true
        )
      }),
      { numRuns: 250 }
    )
  })

  it("has lines of at most 76 printable characters that don't end in a blank", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        for (const line of encodeQuotedPrintable(input).split("\r\n"))
          expect(line).toMatch(/^(?!From )(?:[\x20-\x7e\t]{0,75}[\x21-\x7e])?$/)
      }),
      { numRuns: 250 }
    )
  })

  it("decodes in another's parser", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (input) => {
        const encoded = encodeQuotedPrintable(input)
        const mail = await parse(
          `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}`
        )
        const expected = withCrlf(input).toString("utf8").replaceAll("\r\n", "\n")
        expect((mail.text ?? "").replace(/\n$/, "")).toBe(expected.replace(/\n$/, ""))
      }),
      { numRuns: 66 }
    )
  })
})

describe("encodeText", () => {
  const avoided = "=_boundary"

  it.each([
    ["short ASCII lines", "Hello\nAda = x", "7bit", "Hello\r\nAda = x"],
    ["a line of 76 characters", "x".repeat(76), "7bit", "x".repeat(76)],
    ["a longer line", "x".repeat(77), "quoted-printable", `${"x".repeat(75)}=\r\nxx`],
    [
      "a few letters beyond ASCII",
      "Viele liebe Grüße",
      "quoted-printable",
      "Viele liebe Gr=C3=BC=C3=9Fe"
    ],
    ["another script", "本日", "base64", "5pys5pel"],
    ["NUL", "a\0bcdefghijk", "quoted-printable", "a=00bcdefghijk"],
    ["what is to be avoided", "x=_boundary", "quoted-printable", "x=3D_boundary"]
  ])("writes %s", (_, text, encoding, content) => {
    expect(encodeText(text, avoided)).toStrictEqual({ encoding, content })
  })

  it("leaves no line that begins with From, as a mailbox in one file would change it", () => {
    const text = "Hello,\n\nFrom today on\n.\nFrom tomorrow not.\n"
    expect(encodeText(text, "boundary")).toEqual({
      encoding: "quoted-printable",
      content: "Hello,\r\n\r\n=46rom today on\r\n.\r\n=46rom tomorrow not.\r\n"
    })
    expect(encodeText("From here", "boundary").content).toBe("=46rom here")
    expect(encodeText("Not From here", "boundary").encoding).toBe("7bit")
  })

  it("breaks base64 into lines of 76 characters", () => {
    const { content } = encodeText("本".repeat(200), avoided)
    expect(content.split("\r\n").map((line) => line.length)).toStrictEqual([
      ...Array<number>(10).fill(76),
      40
    ])
  })

  it("writes base64 of any length as Node does, in whole lines", () => {
    for (let length = 0; length <= 3 * 57; length++) {
      const octets = Uint8Array.from({ length }, (_, index) => index * 31)
      const encoded = Buffer.from(octets).toString("base64")
      expect(encodeBase64Lines(octets).toString("latin1")).toBe(
        encoded.replace(/.{1,76}/g, "$&\r\n")
      )
    }
  })

  it("never lets through a value to be avoided", () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(
          encodeText(`${input.toString("utf8")}${avoided}${input.toString("utf8")}`, avoided)
            .content
        ).not.toContain(avoided)
      })
    )
  })
})
