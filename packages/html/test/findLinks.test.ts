import * as fc from "fast-check"
import { type DefaultTreeAdapterTypes as Tree, parse } from "parse5"
import { describe, expect, it } from "vitest"
import { findLinksInSteps, type FoundLink } from "../src/findLinks.js"
import { countOf, hostileToLinks } from "./hostile.js"

const find = (html: string) => {
  const steps = findLinksInSteps(html)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

const elementsOf = (node: Tree.Node): ReadonlyArray<Tree.Element> => [
  ...("tagName" in node ? [node] : []),
  ...("content" in node ? elementsOf(node.content) : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elementsOf) : [])
]

/**
 * The links that a parser of others finds, by the end of their attribute, each once: it repeats
 * elements that were closed too early.
 */
const oracle = (html: string): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  for (const { attrs, sourceCodeLocation, tagName } of elementsOf(
    parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })
  )) {
    if (tagName !== "a" && tagName !== "area") continue
    const valueOf = (name: string) =>
      attrs.find((attribute) => attribute.name === name && attribute.prefix === undefined)?.value
    const at = sourceCodeLocation?.attrs?.["href"]
    const href = valueOf("href")
    if (
      at === undefined ||
      href === undefined ||
      href === "" ||
      valueOf("data-track")?.trim().toLowerCase() === "off"
    )
      continue
    found.set(at.endOffset, href)
  }
  return new Map([...found].sort(([one], [other]) => one - other))
}

const byEnd = (links: ReadonlyArray<FoundLink>) =>
  new Map(links.map(({ address, to }) => [to, address]))

const shown = (html: string): ReadonlyArray<string> =>
  find(html).links.map(({ from, to }) => html.slice(from, to))

describe("the links of html", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ['<a href="https://a.example/">x</a>', ['"https://a.example/"']],
    ["<a href='https://a.example/?\"'>x</a>", ["'https://a.example/?\"'"]],
    ["<a href=https://a.example/>x</a>", ["https://a.example/"]],
    ['<a href=https://a.example/?x="y>z>', ['https://a.example/?x="y']],
    ['<A\tHREF\n=\n"b">x</A>', ['"b"']],
    ['<a title="a > b" href="b">', ['"b"']],
    ['<a =" href="b">', ['"b"']],
    ['<a href="b" href="c">', ['"b"']],
    ['<a/href="b"/>', ['"b"']],
    ['<a title=x"href="b">', []],
    ['<a title="x"href="b">', ['"b"']],
    ['<a xhref="b" data-href=c>', []],
    ["<a href>", []],
    ["<a href=>", []],
    ['<a href="">', []],
    ["<a href = >", []],
    ["<abbr href=b><link href=b><base href=b>", []],
    ["<map><area shape=rect HREF=b></map>", ["b"]],
    ['<svg><a href="b"></a></svg>', ['"b"']],
    ['<noscript><a href="b"></a></noscript>', ['"b"']],
    ['<template><a href="b"></a></template>', ['"b"']],
    ["<textarea><a href=b></textarea><a href=c>", ["c"]],
    ["<title><a href=b></title><a href=c>", ["c"]],
    ["<style>a::after{content:'<a href=b>'}</style><a href=c>", ["c"]],
    ["<script>'<a href=b>'</script><a href=c>", ["c"]],
    ["<!-- <a href=b> --><a href=c>", ["c"]],
    ["<!--[if mso]><a href=b><![endif]--><a href=c>", ["c"]],
    ["<!--[if !mso]><!--><a href=c><!--<![endif]-->", ["c"]],
    ["<![if !mso]><a href=c><![endif]>", ["c"]],
    ["<!--><a href=c>-->", ["c"]],
    ["<!---><a href=c>-->", ["c"]],
    ["<!-- --!><a href=c>", ["c"]],
    ["</ <a href=b>><a href=c>", ["c"]],
    ["</><a href=c>", ["c"]],
    ["<? <a href=b><a href=c>", ["c"]],
    ["< a href=b><a href=c>", ["c"]],
    ['<a href="b', []],
    ["<a href=b", []],
    ["<!-- <a href=b>", []],
    ["<textarea><a href=b>", []],
    ['<a href=c><a href="b>', ["c"]],
    ["<a\vhref=b>", []],
    ["<a\u00a0href=b>", []],
    ['<a href=a data-track="off">x</a><a href=b data-track=on>', ["b"]],
    ["<a DATA-TRACK=' Off ' href=a>", []],
    ["<a data-track=on data-track=off href=a>", ["a"]]
  ])("are those of %s", (html, expected) => {
    expect(shown(html)).toStrictEqual(expected)
    expect(byEnd(find(html).links)).toStrictEqual(oracle(html))
  })

  it("have their addresses without character references, as attributes have them", () => {
    expect(find('<a href="https://a.example/?a=1&amp;b=2&copy=3&#x26;c">').links[0]?.address).toBe(
      "https://a.example/?a=1&b=2&copy=3&c"
    )
  })

  const markup = [
    '<a href="https://x.example/">',
    "<a\nhref='b'>",
    "<AREA HREF=b/>",
    '<a b="c"href=d e>',
    "<a ",
    "<A href=",
    "<area href=",
    '<a href="',
    "<a href='",
    "href=",
    "HREF = ",
    "https://x.example/",
    '"',
    "'",
    ">",
    " ",
    "=",
    "/",
    "x",
    "\n",
    "</a>",
    "</A >",
    "</body>",
    "<body>",
    "<p ",
    "<p>",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!",
    "<?",
    "</",
    "</ ",
    "<",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "title=",
    "&amp;",
    "&#x3a;",
    "&copy=",
    "data-track=off",
    ' data-track="off"',
    "<table>",
    "<tr>",
    "<td>",
    "\f",
    "\v",
    "\u00a0",
    "ä",
    "-",
    "!"
  ]
  const raw = [
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<style>",
    "</style",
    "<xmp>",
    "</xmp>"
  ]
  const foreign = ["<svg>", "</svg>", "<g>", "<math>", "</math>", "<mi>"]
  it.each([
    ["html", [...markup, ...raw]],
    ["html with images in it", [...markup, ...foreign]]
  ])("are those that parse5 finds, and where: %s", (_, pieces) => {
    let some = 0
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
        (html) => {
          const expected = oracle(html)
          some += expected.size
          expect(byEnd(find(html).links)).toStrictEqual(expected)
        }
      ),
      { numRuns: 2000 }
    )
    expect(some).toBeGreaterThan(250)
  })

  it.each(hostileToLinks)("are found in much of it: $name", ({ answer, make, times }) => {
    for (const count of [7, times]) expect(countOf(find(make(count)))).toStrictEqual(answer(count))
  })
})

describe("a mark", () => {
  it.each([
    ['<a href=x data-track="off">', "<a href=x>"],
    ["<a data-track=off href=x>", "<a href=x>"],
    ["<a b data-track='off'href=x>", "<a b href=x>"],
    ['<a x=y data-track="off"/>', "<a x=y />"],
    ['<a title="t"data-track="off"href=x>', '<a title="t"href=x>'],
    ["<a\n  data-track=off\n  href=x>", "<a\n  href=x>"],
    ['<a DATA-TRACK="off">', "<a>"]
  ])("can be taken out of %s", (html, without) => {
    const [mark] = find(html).marks
    expect(html.slice(0, mark?.from) + html.slice(mark?.to)).toBe(without)
  })
})

describe("the end of html", () => {
  it.each([
    ["<body>x</body></html>", "<body>x|</body></html>"],
    ["<BODY>x</BODY ></html>", "<BODY>x|</BODY ></html>"],
    ["x", "x|"],
    ["", "|"],
    ["a</body>b</body>c", "a</body>b|</body>c"],
    ["<p>x</p><!-- </body> -->", "<p>x</p><!-- </body> -->|"],
    ["x<!-- open", "x|<!-- open"],
    ["x<title>open", "x|<title>open"],
    ['x<a href="open', 'x|<a href="open'],
    ["x</body><!-- open", "x|</body><!-- open"],
    ["x<", "x<|"],
    ["x</", "x</|"]
  ])("is where something can be added that is shown: %s", (html, expected) => {
    const { end } = find(html)
    expect(`${html.slice(0, end)}|${html.slice(end)}`).toBe(expected)
  })
})
