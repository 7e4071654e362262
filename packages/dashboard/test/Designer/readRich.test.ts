import { fromHex } from "@telemark/html"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { normaliseRich } from "../../app/Designer/RichText/normaliseRich.js"
import { readRich, type RichNode } from "../../app/Designer/RichText/readRich.js"
import { writeRich } from "../../app/Designer/RichText/writeRich.js"

const white = fromHex("#ffffff")
const read = (html: string) => readRich(html, white)
const rewritten = (html: string): string => writeRich(read(html))

const elementsIn = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<Exclude<RichNode, string>> =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...elementsIn(node.children)]))

/** Pieces of html that make sense together, and ones that don't. */
const pieces = fc.constantFrom(
  "<p>",
  "</p>",
  "<ul>",
  "</ul>",
  "<li>",
  "</li>",
  "<b>",
  "</b>",
  '<a href="https://a.example/?a=1&amp;b">',
  "<a href=javascript:x()>",
  "<a href='{{url}}' title=\"a &quot;b&quot;\">",
  "</a>",
  "<br>",
  "<hr/>",
  "<script>x()</script>",
  "<svg>",
  "</svg>",
  "<style>p{}</style>",
  '<p style="color:red;position:fixed">',
  "<h2 onclick=x()>",
  "</h2>",
  "<h5>",
  "<div>",
  "</div>",
  "<iframe src=x>",
  "<math>",
  "<!--",
  "-->",
  "<",
  "text",
  " ",
  "&lt;img&gt;",
  "&amp;amp;",
  "&nbsp;",
  "{{name}}",
  "{{#if a}}",
  "{{/if}}",
  "<blockquote>",
  "</blockquote>",
  "<pre>\n a",
  "</pre>",
  "\u00e9",
  "<img src=x onerror=x()>"
)
const soup = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""))

describe("rich text as the designer reads it", () => {
  it.each([
    ["<p>a<p>b", "<p>a</p><p>b</p>"],
    ["<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["<div>a</div><h5>b</h5><del>c</del>", "<p>a</p><h3>b</h3><s>c</s>"],
    ["<p onclick=x()>a<img src=x><script>b</script><svg><text>c</text></svg></p>", "<p>a</p>"],
    ['<a href="java&#115;cript:x()">a</a>', "<a>a</a>"],
    [
      '<a href="https://a.example/?a=1&amp;b=2">a</a>',
      '<a href="https://a.example/?a=1&amp;b=2">a</a>'
    ],
    ['<a href="{{url}}">{{name}}</a>', '<a href="{{url}}">{{name}}</a>'],
    [
      '<span style="color:RED;background:url(x);font-weight:700">a</span>',
      '<span style="color:#ff0000;font-weight:700">a</span>'
    ],
    ["&lt;b&gt; &amp;lt; &nbsp;", "&lt;b&gt; &amp;lt; &nbsp;"],
    ["<b>a</i></b></p>", "<b>a</b>"]
  ])("%s", (html, expected) => {
    expect(rewritten(html)).toBe(expected)
  })

  it("has only elements, addresses and styles that mail may have, whatever it is given, and reads what it wrote as the same", () => {
    fc.assert(
      fc.property(soup, (html) => {
        const written = rewritten(html)
        const elements = elementsIn(read(html))
        const isSafe = elements.every(
          ({ href, name, style }) =>
            !/^(?:script|style|svg|math|iframe|img|div|h5)$/.test(name) &&
            !/^\s*javascript/i.test(href ?? "") &&
            !/position/.test(style ?? "")
        )
        return isSafe && rewritten(written) === written
      }),
      { numRuns: 500 }
    )
  })

  it("has one form for what looks the same", () => {
    const normal = (html: string) => writeRich(normaliseRich(read(html)))
    expect(normal("Hello <b>you</b>\n<ul>\n <li><p>a</p></li>\n</ul>")).toBe(
      "<p>Hello <strong>you</strong></p><ul><li>a</li></ul>"
    )
    expect(normal("a<p> b </p>c<br>d")).toBe("<p>a</p><p>b</p><p>c<br>d</p>")
    expect(normal("<p>a</p><p>b</p><p>c<br>d</p>")).toBe("<p>a</p><p>b</p><p>c<br>d</p>")
  })
})
