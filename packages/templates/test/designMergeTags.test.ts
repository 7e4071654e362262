import type { Block } from "@telemark/contract"
import Handlebars from "handlebars"
import { describe, expect, it } from "vitest"
import { designToMjml } from "../src/design/designToMjml.js"
import {
  button,
  compile,
  designOf,
  footer,
  heading,
  image,
  mjmlOf,
  render,
  text
} from "./designs.js"

const problemsOf = (...blocks: ReadonlyArray<Block>) => designToMjml(designOf(...blocks)).problems
const notEscaping = "must not have unescaped merge tags: write {{name}}"
const notClosed = "has a merge tag that isn't closed by }}"

/** What comes of a heading's text and of a text's html once it is rendered. */
const rendered = async (value: string, data: object) => {
  const renderedBlock = async (block: Block) => {
    const html = render(await compile(mjmlOf(designOf(block))), data)
    return /<(h1|i)[^>]*>(.*?)<\/\1>/s.exec(html)?.[2]
  }
  return [await renderedBlock(heading(value)), await renderedBlock(text(`<i>${value}</i>`))]
}

describe("merge tags of a design", () => {
  it.each([
    ["Hello {{name}}", { name: "Ada" }, "Hello Ada"],
    ["{{order.number}}{{order.number}}", { order: { number: 7 } }, "77"],
    ["{{name}}", { name: "<b>&" }, "&lt;b&gt;&amp;"],
    ["{{#if name}}a{{else}}b{{/if}}", { name: "" }, "b"],
    ["{{#each items}}{{this}}, {{/each}}", { items: [1, 2] }, "1, 2, "],
    ['{{#with (lookup map "key")}}{{a}}{{/with}}', { map: { key: { a: "x" } } }, "x"],
    ["a {{~name~}} b", { name: "-" }, "a-b"],
    ["{{! nothing }}a{{!-- {{nothing}} --}}b", {}, "ab"],
    ["{{[the name]}}", { "the name": "Ada" }, "Ada"],
    ['{{lookup map "}}"}}', { map: { "}}": "x" } }, "x"],
    ["\\{{name}}", { name: "Ada" }, "&#123;&#123;name&#125;&#125;"],
    ["\\\\{{name}}", { name: "Ada" }, "&#92;Ada"],
    ["\\{{", {}, "&#123;&#123;"],
    ["{ }} {name} a\\b {", { name: "Ada" }, "&#123; &#125;&#125; &#123;name&#125; a&#92;b &#123;"],
    ["$& $1 {{name}}", { name: "$&" }, "$&amp; $1 $&amp;"]
  ])("work in text: %s", async (value, data, expected) => {
    const [inHeading, inText] = await rendered(value, data)
    expect(inHeading?.replaceAll("&#39;", "'")).toBe(expected)
    expect(inText).toBe(expected)
  })

  it("work in addresses, labels, alternative texts and titles", async () => {
    const blocks = [
      button('https://x.example/{{id}}?a=1&b={{lookup map "key"}}', "Order {{id}}"),
      image({
        id: "i",
        src: "{{picture}}",
        alt: 'A "{{name}}"',
        href: "{{#if id}}https://x.example/{{id}}{{else}}https://x.example{{/if}}"
      }),
      text("<a href='{{url}}?{{lookup map &quot;key&quot;}}' title='{{name}}'>x</a>"),
      footer("", "{{url}}")
    ]
    const html = render(await compile(mjmlOf(designOf(...blocks))), {
      id: 7,
      map: { key: "k" },
      picture: "https://x.example/p.png",
      name: '"<',
      url: "https://u.example"
    })
    expect(html).toContain('href="https://x.example/7?a=1&amp;b=k"')
    expect(html).toMatch(/>\s*Order 7\s*<\/a>/)
    expect(html).toContain('src="https://x.example/p.png"')
    expect(html).toContain('alt="A &quot;&quot;&lt;&quot;"')
    expect(html).toContain('href="https://x.example/7"')
    expect(html).toContain('href="https://u.example?k"')
    expect(html).toContain('title="&quot;&lt;"')
    expect(html).toContain('href="https://u.example"')
  })

  it.each([
    ["{{{name}}}", notEscaping],
    ["{{&name}}", notEscaping],
    ["{{~{name}~}}", notEscaping],
    ["{{{{raw}}}}x{{{{/raw}}}}", notEscaping],
    ["{{name", notClosed],
    ["{{name}", notClosed],
    ["{{na{me}}", notClosed],
    ['{{lookup a "b}}', notClosed],
    ["{{!-- open }}", notClosed],
    ["{{name&quot;}}&quot;}}", notClosed],
    ["{{> layout}}", "must not have <, > or & in a merge tag"],
    ["{{<b>name</b>}}", "must not have <, > or & in a merge tag"],
    ["{{na&lt;me}}", "must not have <, > or & in a merge tag"],
    [
      "{{shout name}}",
      "there is no helper of that name; only if, unless, each, with, lookup can be used, and a variable takes no arguments"
    ],
    ["{{#if name}}", "a tag or block isn't closed before the end; close it"],
    ["{{/if}}", "a closing tag has no open block; remove it"],
    [
      "{{#if a}}{{/each}}",
      "the closing tag doesn't match the last opened block; correct one of the two"
    ]
  ])("are refused where they stand: %s", (value, reason) => {
    expect(problemsOf(heading("x"), heading(value))).toEqual([
      { path: "design_json.blocks.1.text", reason }
    ])
    expect(
      problemsOf({
        id: "c",
        type: "columns",
        columns: [{ blocks: [] }, { blocks: [heading("x"), text(value)] }]
      })
    ).toEqual([{ path: "design_json.blocks.0.columns.1.blocks.1.html", reason }])
    expect(problemsOf(footer(value))).toEqual([{ path: "design_json.blocks.0.html", reason }])
    expect(problemsOf(button("https://x.example", value))).toEqual([
      { path: "design_json.blocks.0.label", reason }
    ])
    expect(problemsOf(image({ alt: value }))).toEqual([
      { path: "design_json.blocks.0.alt", reason }
    ])
    expect(problemsOf(button(`https://x.example/${value}`))).toEqual([
      { path: "design_json.blocks.0.href", reason }
    ])
    expect(
      problemsOf({
        id: "s",
        type: "social",
        align: "left",
        networks: [{ name: value, href: "https://x.example" }]
      })
    ).toEqual([{ path: "design_json.blocks.0.networks.0.name", reason }])
  })

  it.each([
    "{{a}}javascript:alert(1)",
    "{{#if a}}java{{/if}}script:alert(1)",
    "{{#if a}}{{a}}{{else}}javascript:alert(1){{/if}}",
    "{{a}}{{b}} data:text/html,x"
  ])("don't make up schemes: %s", (href) => {
    const reason = "must begin with its scheme or with a merge tag"
    expect(problemsOf(button(href))).toEqual([{ path: "design_json.blocks.0.href", reason }])
    expect(problemsOf(image({ href }))).toEqual([{ path: "design_json.blocks.0.href", reason }])
    expect(problemsOf(image({ src: href }))).toEqual([{ path: "design_json.blocks.0.src", reason }])
    expect(problemsOf(footer("", href))).toEqual([
      { path: "design_json.blocks.0.unsubscribeUrl", reason }
    ])
    expect(designToMjml(designOf(text(`<a href="${href}">x</a>`))).mjml).not.toContain("href")
  })

  it("that mix quotes are not allowed in an attribute", () => {
    const reason = "must not mix quotes within a merge tag"
    const tag = '{{lookup a "it\'s"}}'
    expect(
      problemsOf(image({ alt: tag }), { ...text(`<a title='${tag}'>x</a>`), id: "t" })
    ).toEqual([
      { path: "design_json.blocks.0.alt", reason },
      { path: "design_json.blocks.1.html", reason }
    ])
    expect(problemsOf(heading(tag), text(tag))).toEqual([])
    expect(problemsOf(image({ alt: tag.repeat(30) }))).toEqual([
      { path: "design_json.blocks.0.alt", reason }
    ])
  })

  it("of blocks are never lost with what is sanitised away", () => {
    const reason =
      "must have block merge tags only in its text, a link's address or a title: elsewhere they are dropped"
    for (const html of [
      "<p {{#if a}}>x{{/if}}</p>",
      "x<!-- {{#if a}} -->y{{/if}}",
      "<a class='{{#if a}}b{{/if}}'>x</a>",
      "<script>{{#if a}}</script>x{{/if}}"
    ]) {
      expect(problemsOf(text(html))).toEqual([{ path: "design_json.blocks.0.html", reason }])
    }
    expect(problemsOf(text("<p class='{{a}}'>x</p>"))).toEqual([])
  })

  it.each([
    "{{#if a}}<b>{{/if}}x",
    "{{#if a}}<b>{{/if}}x{{#if a}}</b>{{/if}}",
    "<b>{{#if a}}x</b>{{/if}}",
    "<b>{{#if a}}</b><i>{{/if}}</i>",
    "{{#if a}}<b>{{else}}x</b>{{/if}}",
    "<ul>{{#each a}}<li>x{{/each}}</ul>",
    "<a href='{{#if a}}{{a}}'>x{{/if}}</a>",
    "<a href='{{#if a}}{{a}}' title='{{/if}}'>x</a>",
    "{{#if a}}<a href='{{else}}'>x</a>{{/if}}"
  ])("that may be left out contain whole elements and values: %s", (html) => {
    const reason =
      "must open and close elements and attribute values within the same block of merge tags"
    expect(problemsOf(text(html))).toEqual([{ path: "design_json.blocks.0.html", reason }])
  })

  it.each([
    "{{#if a}}<b>x<br>{{#each b}}<i>{{this}}</i>{{/each}}</b>{{else}}<i>y</i>{{/if}}",
    "<ul>{{#each a}}<li>x</li>{{/each}}</ul>",
    "<a title='\"{{#if a}}x{{else}}y{{/if}}\"'>{{#if a}}x{{else if b}}<br>{{/if}}</a>"
  ])("may contain whole elements: %s", (html) => {
    expect(problemsOf(text(html))).toEqual([])
  })

  it("don't come about by what is taken out of html", async () => {
    for (const html of [
      "{<script></script>{{name}}}",
      "{<b></b>{name}}",
      "&#123;&#123;{name}}}",
      "{<!-- -->{name}}",
      "\\<i></i>{{name}}"
    ]) {
      const ast = Handlebars.parse(await compile(mjmlOf(designOf(text(html)))))
      const tags = ast.body.filter(({ type }) => type !== "ContentStatement")
      expect(tags.length).toBe(html.includes("{{name}}") ? 1 : 0)
      expect(tags.every((tag) => "escaped" in tag && tag.escaped === true)).toBe(true)
    }
  })
})
