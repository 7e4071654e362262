import type { Block } from "@telemark/contract"
import { attributeOf, readHtml } from "@telemark/html"
import * as FastCheck from "fast-check"
import Handlebars from "handlebars"
import { describe, expect, it } from "vitest"
import { designToMjml } from "../src/design/designToMjml.js"
import {
  button,
  compile,
  designOf,
  elementsOf,
  footer,
  heading,
  image,
  mjmlOf,
  namesOf,
  render,
  text,
  valuesOf
} from "./designs.js"

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '</mj-text><mj-include path="/etc/passwd" />',
  "<mj-raw>",
  "</mj-raw>",
  "</mj-text></mj-column>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "<!-- htmlmin:ignore -->",
  "<!--[if mso]>",
  "<![endif]-->",
  "<?php ?>",
  '<a href="javascript:alert(1)">',
  "<a href=' java&#115;cript:x'>",
  '<a href="jav\nascript:x">',
  "<a href='//x.example'>",
  "<a href='data:text/html,x'>",
  '<a href="{{url}}" onclick="x">',
  '<a href="{{lookup a "b"}}">',
  "<a title='\"><script>'>",
  "<a href='https://x.example/\" onload=x'>",
  '<p style="background:url(javascript:x)">',
  "<p style='color:red;}</style><script>'>",
  "<svg><style>",
  "</svg>",
  "<math><mi>",
  "<iframe srcdoc='<script>'>",
  "<style>*{}</style>",
  "<xmp>",
  "<noscript><p title='</noscript><script>'>",
  "<textarea>",
  "<title>",
  "<base href=//x>",
  "<form action=x><input>",
  "<template><script>",
  "<b",
  "</p",
  "<p/",
  "<b>",
  "</b>",
  "<table><tr><td>",
  "<div>",
  "<ul><li>",
  "&lt;script&gt;",
  "&#60;script&#62;",
  "&#x3c",
  "&",
  "{",
  "}",
  "{{x}}",
  "{{#if x}}",
  "{{else}}",
  "{{/if}}",
  "{{{x}}}",
  "{{&x}}",
  "{{!-- <script> --}}",
  "&#123;&#123;{x}}",
  "{&#123;x}}",
  "\\",
  "$&",
  "$'",
  '"',
  "'",
  "<",
  ">",
  "=",
  " ",
  "\n",
  "\u2028",
  "x",
  "http://x.example"
]

const hostileText = FastCheck.array(
  FastCheck.oneof(
    { weight: 6, arbitrary: FastCheck.constantFrom(...hostile) },
    { weight: 1, arbitrary: FastCheck.string({ unit: "grapheme", maxLength: 6 }) }
  ),
  { maxLength: 14 }
).map((parts) => parts.join(""))

/** Every member of a block that takes text or html, filled with the same. */
const blocksOf = (value: string): ReadonlyArray<Block> => [
  { ...heading(value), id: value },
  text(value),
  { ...button(`https://x.example/${value}`, value), align: "right" },
  image({ alt: value, src: `{{x}}/${value}`, href: `mailto:${value}` }),
  {
    id: "columns",
    type: "columns",
    columns: [
      { blocks: [{ id: "divider", type: "divider" }, footer(value, `https://x.example/${value}`)] },
      { blocks: [] }
    ]
  },
  { id: "social", type: "social", align: "left", networks: [{ name: value, href: `tel:${value}` }] }
]

const mjmlNames = (markup: string) => namesOf(markup).filter((name) => name.startsWith("mj"))
const expected = mjmlNames(mjmlOf(designOf(...blocksOf("x"))))

const richNames = [
  "a",
  "b",
  "blockquote",
  "br",
  "code",
  "em",
  "h1",
  "h2",
  "h3",
  "hr",
  "i",
  "li",
  "ol",
  "p",
  "pre",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
  "ul"
]
const documentNames = [
  "html",
  "head",
  "title",
  "meta",
  "style",
  "body",
  "div",
  "table",
  "tbody",
  "tr",
  "td",
  "img",
  "h1",
  "a",
  "p"
]
const attributeNames = (source: string) =>
  [...source.matchAll(/([^\s=/>"']+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/g)].map(
    ([, name = ""]) => name.toLowerCase()
  )

/** Addresses that were refused are left empty. */
const harmless = /^(?:https?:\/\/|mailto:|tel:|\{\{|$)/

const expectHarmless = (html: string): void => {
  const elements = elementsOf(html)
  expect(
    elements.filter(({ name }) => !richNames.includes(name) && !documentNames.includes(name))
  ).toEqual([])
  for (const { source } of elements)
    expect(
      attributeNames(source).filter((name) => name.startsWith("on") || name === "srcdoc")
    ).toEqual([])
  for (const address of [...valuesOf(html, "href"), ...valuesOf(html, "src")])
    expect(address).toMatch(harmless)
  for (const { name, source } of elements) {
    if (name === "a" || name === "p")
      expect(attributeOf(source, "style") ?? "").not.toMatch(/url|expression|javascript/i)
  }
}

/** Whether each tag that Handlebars finds escapes what it writes. */
const escapes = (program: { readonly body: ReadonlyArray<object> }): boolean =>
  program.body.every((statement) => {
    if ("escaped" in statement) return statement.escaped === true
    return ["program", "inverse"].every((member) => {
      const inner: unknown = Reflect.get(statement, member)
      return (
        typeof inner !== "object" ||
        inner === null ||
        !("body" in inner) ||
        escapes(inner as typeof program)
      )
    })
  })

describe("any content of a design", () => {
  it("its MJML has the elements of its blocks, and no others", () => {
    let taken = 0
    FastCheck.assert(
      FastCheck.property(hostileText, (value) => {
        const { mjml, problems } = designToMjml(designOf(...blocksOf(value)))
        expect(mjmlNames(mjml)).toEqual(expected)
        for (const { path } of problems)
          expect(path).toMatch(
            /^design_json\.blocks\.\d(?:\.columns\.0\.blocks\.1)?(?:\.networks\.0)?\.[a-zA-Z]+$/
          )
        if (problems.length === 0) taken++
      }),
      { numRuns: 600, seed: 1 }
    )
    expect(taken).toBeGreaterThan(100)
  })

  it("its html runs nothing, leads nowhere else, and escapes data", async () => {
    let taken = 0
    await FastCheck.assert(
      FastCheck.asyncProperty(hostileText, async (value) => {
        const { mjml, problems } = designToMjml(designOf(...blocksOf(value)))
        const html = await compile(mjml)
        expectHarmless(html)
        if (problems.length > 0) return
        taken++
        expect(escapes(Handlebars.parse(html))).toBe(true)
        expectHarmless(
          render(html, {
            x: "https://x.example/\"><script>'`=",
            url: "https://x.example",
            a: { b: "tel:<" }
          })
        )
      }),
      { numRuns: 60, seed: 2 }
    )
    expect(taken).toBeGreaterThan(10)
  })

  it("rich text stays well-formed, whatever blocks of merge tags omit", () => {
    let taken = 0
    const openAtTheEnd = (html: string): ReadonlyArray<string> => {
      const open: Array<string> = []
      readHtml(html, {
        onText: () => undefined,
        onOpen: (name) => {
          if (name !== "br") open.push(name)
        },
        onClose: (name) => expect(open.pop()).toBe(name)
      })
      return open
    }
    const pieces = FastCheck.constantFrom(
      "<b>",
      "</b>",
      "<i>",
      "</i>",
      "<p>",
      "</p>",
      "<li>",
      "<br>",
      "<a title='",
      "'>",
      "</a>",
      "{{#if x}}",
      "{{else}}",
      "{{/if}}",
      "x"
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.array(pieces, { maxLength: 10 }), (value) => {
        const { mjml, problems } = designToMjml(designOf(text(value.join(""))))
        if (problems.length > 0 || !mjml.includes("{{#if")) return
        taken++
        const content = /<mj-text align="left"[^>]*>(.*?)<\/mj-text>/s.exec(mjml)?.[1] ?? ""
        for (const data of [{}, { x: "y" }]) expect(openAtTheEnd(render(content, data))).toEqual([])
      }),
      { numRuns: 3000, seed: 3 }
    )
    expect(taken).toBeGreaterThan(30)
  })

  it("each of these alone does nothing", () => {
    for (const value of hostile) {
      const { mjml } = designToMjml(designOf(...blocksOf(value)))
      expect(mjmlNames(mjml)).toEqual(expected)
      expect(valuesOf(mjml, "href").filter((address) => !harmless.test(address))).toEqual([])
    }
  })
})

describe("html of a design", () => {
  const richOf = (html: string): string =>
    /<mj-text align="left"[^>]*>(.*?)<\/mj-text>/s.exec(mjmlOf(designOf(text(html))))?.[1] ?? ""
  const bare = (html: string): string => richOf(html).replace(/ style="[^"]*"/g, "")

  it.each([
    [
      "<p>a <strong>b</strong> <em>c</em><br>d</p>",
      "<p>a <strong>b</strong> <em>c</em><br />d</p>"
    ],
    ["<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["<div>a</div><div>b</div>", "<p>a</p><p>b</p>"],
    ["<h2>a</h2><h5>b</h5>", "<h2>a</h2><h3>b</h3>"],
    ["a < b > c & d &amp; e &copy;", "a &lt; b &gt; c &amp; d &amp; e ©"],
    [
      '<a href="https://x.example/?a=1&b=2" title="t" target=x>a</a>',
      '<a href="https://x.example/?a=1&amp;b=2" title="t">a</a>'
    ],
    [
      '<a href="tel:+47">a</a><a href="mailto:a@x.example">b</a>',
      '<a href="tel:+47">a</a><a href="mailto:a@x.example">b</a>'
    ],
    [
      '<a href="javascript:x">a</a><a href="/x">b</a><a href="#x">c</a>',
      "<a>a</a><a>b</a><a>c</a>"
    ],
    ["<table><tr><td>a</td></tr></table><img src=x><button>b</button>", "ab"],
    ["a<script>b</script><style>c</style><svg>d</svg>e", "ae"],
    ["<p>unclosed <b>bold", "<p>unclosed <b>bold</b></p>"]
  ])("becomes what mail can show: %s", (html, expectedHtml) => {
    expect(bare(html)).toBe(expectedHtml)
  })

  it.each([
    ["color: RED !important; font-weight: bold", "color:#ff0000;font-weight:bold"],
    ["background-color: rgba(0, 0, 0, 0.5)", "background-color:#808080"],
    [
      "text-align:center;text-decoration:underline;font-style:italic",
      "text-align:center;text-decoration:underline;font-style:italic"
    ],
    ["background-color: transparent", undefined],
    [
      "position:fixed;color:{{color}};background:url(x);width:1px;font-weight:expression(x);color:var(--x)",
      undefined
    ],
    ["constructor:x;__proto__:y;color", undefined]
  ])("keeps of styles what is safe: %s", (style, kept) => {
    expect(richOf(`<span style="${style}">x</span>`)).toBe(
      kept === undefined ? "<span>x</span>" : `<span style="${kept}">x</span>`
    )
  })

  it("that is nested beyond reason is refused before it takes long", () => {
    const reason = "must nest its elements less deeply, and close them"
    for (const unit of ["<b>", "<a><li>", "<x></zz>", "<svg><g>", "<b><!--</b>-->", "<div>"]) {
      expect(designToMjml(designOf(text(unit.repeat(20_000)))).problems).toEqual([
        { path: "design_json.blocks.0.html", reason }
      ])
    }
    expect(bare(`${"<b>".repeat(99)}x${"</b>".repeat(99)}`)).toContain("x")
    expect(bare("<p>x</p>".repeat(1000))).toContain("<p>x</p>")
  })

  it("that becomes too large is refused", () => {
    const { problems } = designToMjml(designOf(text("<p>x".repeat(40_000))))
    expect(problems).toEqual([
      { path: "design_json", reason: "makes more than 1 MiB of MJML; shorten it" }
    ])
  })
})
