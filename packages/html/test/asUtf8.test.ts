import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { asUtf8InSteps } from "../src/asUtf8.js"
import { hostileToCharsets } from "./hostile.js"

const asUtf8 = (html: string): string => {
  const steps = asUtf8InSteps(html)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

describe("html that is sent as UTF-8", () => {
  it.each([
    ["<meta charset=iso-8859-1>", "<meta charset=utf-8>"],
    ['<head><META CHARSET="Windows-1252"/></head>', '<head><META CHARSET="utf-8"/></head>'],
    ["<meta name=a charset = 'x' charset=y>", "<meta name=a charset = 'utf-8' charset=y>"],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">',
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
    ],
    [
      "<meta content='text/html;Charset = \"gb2312\"; x' http-equiv=content-type>",
      "<meta content='text/html;Charset = \"utf-8\"; x' http-equiv=content-type>"
    ],
    [
      "<meta charset=a><p>charset=a</p><meta charset=b>\u00fc",
      "<meta charset=utf-8><p>charset=a</p><meta charset=utf-8>\u00fc"
    ],
    [
      "<meta http-equiv=content-type content=charset=charset>",
      "<meta http-equiv=content-type content=charset=utf-8>"
    ]
  ])("declares no other charset: %s", (html, expected) => {
    expect(asUtf8(html)).toBe(expected)
  })

  it.each([
    "",
    "<meta charset>",
    '<meta charset="">',
    "<p>charset=iso-8859-1</p>",
    "<meta charset=utf-8>",
    '<META CHARSET=" UTF8 ">',
    '<meta http-equiv=content-type content="text/html; charset=UTF-8">',
    '<meta http-equiv=refresh content="text/html; charset=iso-8859-1">',
    "<meta name=charset content=iso-8859-1>",
    "<meta http-equiv=content-type content=text/html>",
    "<!-- <meta charset=iso-8859-1> -->",
    "<script charset=iso-8859-1></script>",
    "<style><meta charset=x></style>",
    "<meta charset=iso-8859-1",
    "<meta http-equiv=content-type content=charset=>"
  ])("stays as it is where it declares none or UTF-8: %s", (html) => {
    expect(asUtf8(html)).toBe(html)
  })

  it("is the same after it was changed once, and all but the charsets is as it was", () => {
    const piece = fc.constantFrom(
      "<meta ",
      "charset=",
      "charset",
      "latin1",
      "utf-8",
      '"',
      "'",
      " ",
      ">",
      "<p>",
      "</p>",
      "http-equiv=content-type ",
      "content=",
      "<!--",
      "-->",
      ";",
      "x",
      "\u00fc"
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
        (html) => {
          const once = asUtf8(html)
          expect(asUtf8(once)).toBe(once)
          if (!html.includes("<meta ")) expect(once).toBe(html)
        }
      ),
      { numRuns: 250 }
    )
  })

  it.each(hostileToCharsets)("is made of much of it: $name", ({ answer, make, times }) => {
    expect(asUtf8(make(times)) === answer(times)).toBe(true)
    expect(asUtf8(make(7))).toBe(answer(7))
  })
})
