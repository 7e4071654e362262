import type { OutgoingMessage } from "@telemark/core"
import { compose, toSource } from "@telemark/smtp"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createHash } from "node:crypto"
import { composeInSlices, toSourceInSlices } from "../src/composition/compose.js"
import { withCrlf } from "@telemark/core"
import { plainLines } from "../src/composition/transferEncoding.js"
import { makeBody, makeFile, makeMessage, makeMessageWith, sourceOf } from "./support.js"

const octets = Uint8Array.from({ length: 70_000 }, (_, index) => index * 31 + (index >> 8))
const links = `<p>${"word ".repeat(200)}</p>\n<a href="https://example.com/">there</a>`

/**
 * Messages whose bytes must never change: what one version began to send, another may try again.
 */
const fixed: ReadonlyArray<
  readonly [name: string, message: OutgoingMessage, length: number, sha256: string]
> = [
  [
    "a plain text",
    makeMessage({ body: makeBody({ text: "Hello\nAda\r\n\r.\n..\n" }) }),
    291,
    "2465ff226a42a32e7db4e2a760d904186952217c0cdc3d54f17887ebd5d39121"
  ],
  [
    "html in long lines",
    makeMessage({ body: makeBody({ html: links, text: null }) }),
    2757,
    "f9af258347a6bf2fb5f7b62b17c611a0593ae78a87928046ce64d74a255695b7"
  ],
  [
    "html in short lines",
    makeMessage({ body: makeBody({ html: "<p>Hello</p>\n".repeat(500), text: "Hello\n" }) }),
    7580,
    "090d33f58da59523103e373b567fa776d60e73258701dcfae50d530f384cc34d"
  ],
  [
    "another script",
    makeMessage({ body: makeBody({ text: "本日は\n晴天なり\r\n".repeat(100) }) }),
    3696,
    "4787ad1db99ea7380f07ed5abe2130378fd6e688391e2faaaa58da6bdfae29ed"
  ],
  [
    "letters beyond ASCII",
    makeMessage({ body: makeBody({ html: "<p>Viele liebe Grüße</p>\n".repeat(50), text: null }) }),
    3943,
    "704742a08d1bded8e080e4069122f2fc854e274acb57d935d234f1b5e207a83f"
  ],
  [
    "files",
    makeMessageWith(
      [makeFile("a.bin", octets), makeFile("b.txt", "Grüße\n"), makeFile("c.pdf", "")],
      { html: "<p>x</p>" }
    ),
    97_152,
    "cda9db42027c9405fd18a380b2b91b241c360911a39539cc76464430e99693fb"
  ],
  [
    "text files",
    makeMessageWith([
      makeFile("crlf.csv", "order,total\r\n".repeat(9000)),
      makeFile("lf.csv", "order,total,name of the customer\n".repeat(9000)),
      makeFile("line.txt", "word ".repeat(40_000))
    ]),
    668_086,
    "7c9fff295d2bc6e81c3f1fec0e9d40151f603f4e1aac84bf4729122891a4abab"
  ],
  [
    "messages in messages",
    makeMessageWith([
      makeFile("lf.eml", `Subject: x\n\n${".\n".repeat(50_000)}${"\n".repeat(1000)}`),
      makeFile("crlf.eml", `Subject: x\r\n\r\n${"a line\r\n".repeat(9000)}no end`),
      makeFile("mixed.eml", "a\r\nb\nc"),
      makeFile("8bit.eml", "Grüße\n"),
      makeFile("long.eml", "x".repeat(999)),
      makeFile("empty.eml", "")
    ]),
    227_023,
    "ecdf9303f307bc9492a98d36ba686c0e9fc798fbfca4359eb3d900f07c9e53d6"
  ]
]

const pieces = (...more: ReadonlyArray<string>) =>
  fc
    .array(
      fc.constantFrom(
        "\r\n",
        "\n",
        "\n\n",
        " ",
        "\t",
        ".",
        "a",
        "=",
        "x".repeat(75),
        "x".repeat(76),
        "x".repeat(77),
        ...more
      ),
      { maxLength: 30 }
    )
    .map((parts) => parts.join(""))

describe("the bytes of a mail", () => {
  it.each(fixed)("are what they have always been: %s", async (_, message, length, sha256) => {
    const hashOf = (source: Buffer): readonly [number, string] => [
      source.length,
      createHash("sha256").update(source).digest("hex")
    ]
    expect(hashOf(Buffer.from(sourceOf(message), "utf8"))).toStrictEqual([length, sha256])
    const copy = structuredClone(message)
    const inSlices = Effect.flatMap(
      Effect.promise(async () => composeInSlices(copy)),
      (made) => toSourceInSlices(made?.mail ?? { head: "", body: [] })
    )
    expect(hashOf(await Effect.runPromise(inSlices))).toStrictEqual([length, sha256])
  })

  it("of a message within are its own, with CRLF for every line end", () => {
    let sentAsLines = 0
    fc.assert(
      fc.property(
        pieces(
          "x".repeat(921),
          "x".repeat(922),
          "x".repeat(998),
          "x".repeat(999),
          "a\n".repeat(40_000),
          "\0",
          "ä",
          "\r"
        ),
        (text) => {
          const is7bit = /^[\x01-\x7f]*$/.test(text) && !/\r(?!\n)|[^\r\n]{999}/.test(text)
          const expected = is7bit
            ? text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n")
            : Buffer.from(text, "utf8")
                .toString("base64")
                .replace(/.{76}(?=.)/g, "$&\r\n")
          const source = toSource(
            compose(makeMessageWith([makeFile("a.eml", text)])) ?? { head: "", body: [] }
          ).toString("latin1")
          const [, part] = source.split(/filename="?a\.eml"?\r\n\r\n/)
          if (is7bit) sentAsLines++
          expect(
            part ===
              `${expected}${text === "" ? "" : "\r\n"}${text === "" ? "\r\n" : ""}${source.slice(source.lastIndexOf("--=_", source.length - 5))}`
          ).toBe(true)
        }
      ),
      { numRuns: 100 }
    )
    expect(sentAsLines).toBeGreaterThan(15)
  })
})

const lookingAhead = /[^\r\n]{77}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xff]|^From /m

describe("whether text can go as it is", () => {
  it.each([
    ["", true],
    ["a", true],
    ["x".repeat(76), true],
    ["x".repeat(77), false],
    [`${"x".repeat(76)}\n${"x".repeat(76)}`, true],
    [`${"x".repeat(76)}\r${"x".repeat(76)}\r\n`, true],
    [`\n${"x".repeat(77)}`, false],
    ["\t", true],
    ["\v", false],
    ["\f", false],
    ["\0", false],
    ["\x7f", false],
    ["\x1b[0m", false],
    [`${"x".repeat(76)}\x0b`, false],
    ["~", true]
  ])("is decided by its lines and controls: %j", (text, isPlain) => {
    expect(plainLines(Buffer.from(text, "latin1")) !== undefined).toBe(isPlain)
  })

  it("is decided as by the expression that looks ahead, and only line ends change", () => {
    const ascii = fc
      .array(fc.integer({ min: 0, max: 127 }), { maxLength: 5 })
      .map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(
        fc.oneof(pieces("\r", "\0", "\x7f", "\x1f"), pieces("From ", "ä"), pieces(), ascii),
        (text) => {
          expect(plainLines(Buffer.from(text, "latin1"))).toBe(
            lookingAhead.test(text) ? undefined : text.replace(/\r\n?|\n/g, "\r\n")
          )
        }
      ),
      { numRuns: 750 }
    )
  })
})

describe("line ends", () => {
  it("all become CRLF", () => {
    fc.assert(
      fc.property(pieces("\r", "\r\r\n", "ä"), (text) => {
        expect(Buffer.from(withCrlf(Buffer.from(text, "utf8"))).toString("utf8")).toBe(
          text.replace(/\r\n?|\n/g, "\r\n")
        )
      }),
      { numRuns: 250 }
    )
  })

  it("aren't copied where they are CRLF already", () => {
    const lines = Buffer.from("a\r\nb\r\n")
    expect(withCrlf(lines)).toBe(lines)
  })
})
