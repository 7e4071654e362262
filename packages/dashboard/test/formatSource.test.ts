import { textOf } from "@telemark/html"
import * as fc from "fast-check"
import Handlebars from "handlebars"
import { describe, expect, it } from "vitest"
import { formatSource } from "../app/Code/Format/formatSource.js"
import { spaceChanges } from "../app/Code/Format/spaceChanges.js"

const lines = (...all: ReadonlyArray<string>): string => `${all.join("\n")}\n`
const formatted = (source: string): string => {
  const done = formatSource(source)
  return "source" in done ? done.source : done.refusal
}

describe("formatting a source", () => {
  it.each<[what: string, source: string, ...formatted: ReadonlyArray<string>]>([
    [
      "MJML, whose texts stay in their lines",
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{#if name}}{{name}}{{else}}you{{/if}}, <b>your</b> invoice</mj-text><mj-image src="a.png"/></mj-column></mj-section></mj-body></mjml>',
      "<mjml>",
      "  <mj-body>",
      "    <mj-section>",
      "      <mj-column>",
      "        <mj-text>Hello {{#if name}}{{name}}{{else}}you{{/if}}, <b>your</b> invoice</mj-text>",
      '        <mj-image src="a.png" />',
      "      </mj-column>",
      "    </mj-section>",
      "  </mj-body>",
      "</mjml>"
    ],
    [
      "rows of a list",
      "<table>{{#each items}}<tr><td>{{title}}</td></tr>{{else}}<tr><td>None</td></tr>{{/each}}</table>",
      "<table>{{#each items}}",
      "    <tr>",
      "      <td>{{title}}</td>",
      "    </tr>",
      "  {{else}}",
      "    <tr>",
      "      <td>None</td>",
      "    </tr>",
      "  {{/each}}</table>"
    ],
    [
      "blocks around blocks",
      "{{#if a}}<p>1</p>{{else if b}}<p>2</p>{{else}}<p>3</p>{{/if}}{{#with c}}<p>4</p>{{/with}}",
      "{{#if a}}",
      "  <p>1</p>",
      "{{else if b}}",
      "  <p>2</p>",
      "{{else}}",
      "  <p>3</p>",
      "{{/if}}{{#with c}}",
      "  <p>4</p>",
      "{{/with}}"
    ],
    [
      "comments for Outlook, as they are",
      "<!doctype html><html><head><title>{{t}}</title></head><body><!--[if mso]><table><tr><td><![endif]--><div>a</div><!--[if mso]></td></tr></table><![endif]--></body></html>",
      "<!doctype html>",
      "<html>",
      "  <head>",
      "    <title>{{t}}</title>",
      "  </head>",
      "  <body>",
      "    <!--[if mso]><table><tr><td><![endif]-->",
      "    <div>a</div>",
      "    <!--[if mso]></td></tr></table><![endif]-->",
      "  </body>",
      "</html>"
    ],
    [
      "comments, partials and tags with ~, where they stand",
      "<div>{{!-- a }} --}}{{> head}}<p>b</p>{{~#if c~}} d {{~/if~}}</div>",
      "<div>{{!-- a }} --}}{{> head}}",
      "  <p>b</p>{{~#if c~}} d {{~/if~}}",
      "</div>"
    ]
  ])("lays out %s", (_, source, ...layout) => {
    expect(formatted(source)).toBe(lines(...layout))
    expect(formatted(lines(...layout))).toBe(lines(...layout))
  })

  it.each([
    "<pre>  a\n    b</pre>",
    "<textarea>\n  a</textarea>",
    "<style>td{padding:0}\n\n\n.a { color: red }</style>",
    "<mj-style>td{padding:0}\n\n\n.a { color: red }</mj-style>",
    '<span style="white-space:pre-line">{{message}}</span>',
    "a<b>b</b><i>c</i>{{#each l}}{{this}}{{/each}}d",
    '<a href="{{u}}?a=1  2">a</a>, <img src="b"> c',
    "Settings > Security"
  ])("keeps the space of %j", (content) => {
    expect(formatted(`<div><p>x</p>${content}</div>`)).toContain(content)
  })

  it.each([
    '<div style="display:inline-block">a</div><div style="display: inline-block">b</div>',
    "<style>.half { display: inline-block }</style><div class='half'>a</div><div class='half'>b</div>",
    "<style>.kept { white-space: pre }</style><div class='kept'>a\n   b</div>",
    '<span style="white-space:pre-line">a\n     b</span>',
    '<p style="{{look}}">a</p><p style="color:red;{{#if b}}display:inline{{/if}}">c</p>',
    "<style>/* } */ p { /* } */ display: inline }</style><p>a</p><p>b</p>",
    "<p><!--[if mso]><img src='a'><![endif]--><!-- b -->c</p>",
    "<a href=b/>c</a>",
    "<p>one<!-- no space here -->word</p>",
    "<p>1 < 2 and 3 > 2</p>"
  ])("leaves %j as it is: each layout could be seen", (source) => {
    expect(formatSource(`<div>${source}</div>`)).toEqual({ refusal: "unsafe" })
  })

  it.each([
    "<p>{{name}</p>",
    "<p>{{#if a}}</p>",
    "<p class='a",
    "<p><!-- </p>",
    "<p {{#if a}}class='a'>a{{else}}>b{{/if}}</p>",
    "{{#> layout}}<p>a</p>{{/layout}}",
    "\uE000"
  ])("doesn't touch what it can't read: %j", (source) => {
    expect(formatSource(source)).toEqual({ refusal: "unreadable" })
  })

  // What a mail says is read by other code than that which decides.
  it("changes the text of no mail, whatever its data is", () => {
    const space = fc.constantFrom("", "", " ", "\n", "\n\n\n  ")
    const { content } = fc.letrec<{ content: string; part: string }>((tie) => {
      const inner = tie("content")
      const wrapped = (before: string, after: string) =>
        inner.map((text) => `${before}${text}${after}`)
      const twice = (first: string, between: string, after: string) =>
        fc.tuple(inner, inner).map(([a, b]) => `${first}${a}${between}${b}${after}`)
      return {
        content: fc
          .array(fc.tuple(space, tie("part")), { maxLength: 4 })
          .chain((parts) => space.map((last) => `${parts.flat().join("")}${last}`)),
        part: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          fc.constantFrom("a", "{{x}}", "{{{raw}}}", "&nbsp;", ",", "<br>", "{{! note }}"),
          fc.constantFrom("<!-- a -->", "<!--[if mso]>a<![endif]-->", '<img alt="i" src="i">'),
          wrapped("<b>", "</b>"),
          wrapped("<div>", "</div>"),
          wrapped("<table><tr><td>", "</td></tr></table>"),
          wrapped('<div style="display:inline-block">', "</div>"),
          wrapped("{{#if a}}", "{{/if}}"),
          wrapped("{{#each l}}", "{{/each}}"),
          wrapped("{{#unless a~}}", "{{~/unless}}"),
          twice("{{#if b}}", "{{else}}", "{{/if}}"),
          twice("<ul><li>", "</li><li>", "</li></ul>"),
          twice("{{#if a}}", "{{else if b}}", "{{/if}}")
        )
      }
    })
    const all = [true, false].flatMap((a) =>
      [true, false].map((b) => ({
        a,
        b,
        l: a === b ? [] : [{ x: 1 }, {}],
        x: "x",
        raw: "<i>r</i>"
      }))
    )
    let count = 0
    fc.assert(
      fc.property(content, (body) => {
        const source = `<html><body>${body}</body></html>`
        const done = formatSource(source)
        if (!("source" in done)) return
        count += 1
        const [before, after] = [source, done.source].map((one) => Handlebars.compile(one))
        for (const data of all)
          expect(textOf(after?.(data) ?? "")).toBe(textOf(before?.(data) ?? ""))
      }),
      { numRuns: 400 }
    )
    expect(count).toBeGreaterThan(100)
  })

  it("is done by changes of white space alone", () => {
    const before = "<div><p>a  b</p>\n\n<br/>\tc</div>"
    const after = "<div>\n  <p>a b</p>\n  <br /> c\n</div>\n"
    const changes = spaceChanges(before, after)
    expect(
      changes.every(({ from, insert, to }) => (before.slice(from, to) + insert).trim() === "")
    ).toBe(true)
    expect(
      changes.reduceRight(
        (text, { from, insert, to }) => text.slice(0, from) + insert + text.slice(to),
        before
      )
    ).toBe(after)
    expect(spaceChanges(after, after)).toEqual([])
  })
})
