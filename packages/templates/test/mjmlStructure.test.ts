import { describe, expect, it } from "vitest"
import { elements } from "../src/mjml/mjml.js"
import { inspectStructure } from "../src/mjml/structure.js"
import { hostileMjml } from "./hostileMjml.js"
import { compileWith, mjml, section, sharedCompiler } from "./support.js"

const compiler = sharedCompiler()
const problemsOf = (source: string) => inspectStructure(source, elements).problems
const inColumn = (content: string) =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n${content}\n</mj-column>\n</mj-section>\n</mj-body>\n</mjml>`

const between =
  "a merge tag is between elements, where MJML drops it; put a value into mj-text, and each of {{#each}}, {{#if}} and their closing tags into its own mj-raw"
const outside = (name: string) =>
  `a merge tag in ${name} is outside of attribute values, where MJML drops it`

describe("elements of MJML that lose text", () => {
  it.each([
    [
      "a misspelt closing tag",
      inColumn("<mj-text>Your code is {{code}}</mj-txt>"),
      ["line 5: </mj-txt> doesn't close the mj-text of line 5; write </mj-text>"]
    ],
    [
      "a misspelt opening tag",
      inColumn("<mj-txt>Your code is {{code}}</mj-text>"),
      [
        "line 5: there is no element mj-txt",
        `line 5: ${between}`,
        "line 5: </mj-text> closes no open element; remove it",
        "line 5: mj-txt isn't closed before </mj-column> on line 6"
      ]
    ],
    [
      "text that isn't closed",
      inColumn("<mj-text>Your code is {{code}}"),
      ["line 5: mj-text isn't closed before </mj-column> on line 6"]
    ],
    [
      "text that isn't closed before more",
      inColumn("<mj-text>Your code\n<mj-text>{{code}}</mj-text>"),
      [
        "line 6: mj-text can't be in mj-text, which contains html: close the mj-text of line 5 before it"
      ]
    ],
    [
      "text that is closed as a button",
      inColumn("<mj-text>Code {{code}}</mj-button>"),
      [
        "line 5: </mj-button> closes no open element; remove it",
        "line 5: mj-text isn't closed before </mj-column> on line 6"
      ]
    ],
    [
      "an image as html has it",
      inColumn('<mj-image src="https://x.example/a.png">\n<mj-text>x</mj-text>'),
      ["line 5: mj-image isn't closed before </mj-column> on line 7"]
    ],
    [
      "columns that end in the wrong order",
      "<mjml>\n<mj-body><mj-section><mj-column></mj-section>\n</mj-column></mj-body></mjml>",
      [
        "line 2: mj-column isn't closed before </mj-section> on line 2",
        "line 3: </mj-column> closes no open element; remove it"
      ]
    ],
    [
      "a misspelt column",
      "<mjml><mj-body><mj-section>\n<mj-colum>\n</mj-column></mj-section></mj-body></mjml>",
      [
        "line 2: there is no element mj-colum",
        "line 3: </mj-column> closes no open element; remove it",
        "line 2: mj-colum isn't closed before </mj-section> on line 3"
      ]
    ],
    [
      "an unknown element",
      inColumn("<mj-nothing>x</mj-nothing>"),
      ["line 5: there is no element mj-nothing"]
    ],
    [
      "html beside text",
      inColumn("<p>Hello</p>\n<br>"),
      [
        "line 5: p isn't an MJML element; put html into mj-text, mj-table or mj-raw",
        "line 6: br isn't an MJML element; put html into mj-text, mj-table or mj-raw"
      ]
    ],
    [
      "an end without a beginning",
      inColumn("</mj-text>"),
      ["line 5: </mj-text> closes no open element; remove it"]
    ],
    [
      "a body that isn't closed",
      "<mjml>\n<mj-body>\n<mj-section></mj-section></mjml>",
      ["line 2: mj-body isn't closed before </mjml> on line 3"]
    ],
    [
      "nothing closed at all",
      "<mjml>\n<mj-body>",
      [
        "line 1: mjml isn't closed; write </mjml> or end its tag with />",
        "line 2: mj-body isn't closed; write </mj-body> or end its tag with />"
      ]
    ],
    [
      "a second document",
      `${mjml(section("a"))}\n${mjml(section("b"))}`,
      ["line 2: mjml comes after </mjml>; nothing may follow it"]
    ],
    [
      "a quote that isn't closed",
      inColumn('<mj-text><a href="https://x.example>{{code}}</a></mj-text>'),
      [
        "line 5: nothing after this is parsed as an element: the > of a tag, or a quote in it is missing"
      ]
    ],
    [
      "a comment that isn't closed",
      inColumn("<!-- <mj-text>{{code}}</mj-text>"),
      ["line 5: nothing after this is parsed as an element: --> is missing"]
    ],
    [
      "a style that isn't closed",
      inColumn("<mj-raw><style>p{}</mj-raw>"),
      ["line 5: nothing after this is parsed as an element: </style> is missing"]
    ],
    [
      "a tag that isn't finished",
      inColumn("<mj-text>x</mj-text>").slice(0, -3),
      ["line 9: nothing after this is parsed as an element: the > of a tag is missing"]
    ],
    ["a value between sections", mjml(`{{code}}${section("x")}`), [`line 1: ${between}`]],
    [
      "a block around a section",
      mjml(`\n{{#if a}}\n${section("x")}\n{{/if}}`),
      [`line 2: ${between}`, `line 4: ${between}`]
    ],
    [
      "a block around the document",
      `{{#if a}}${mjml(section("x"))}{{/if}}`,
      [`line 1: ${between}`]
    ],
    [
      "a block among attributes",
      mjml('\n<mj-section {{#if a}}css-class="b"{{/if}}></mj-section>'),
      [`line 2: ${outside("mj-section")}`]
    ]
  ])("are refused: %s", (_, source, problems) => {
    expect(problemsOf(source)).toEqual(problems)
  })

  it.each([
    [
      "html as people write it",
      section(
        "<p>a<br>b<li>c<img src=x></div></P> 1 < 2 & <3 <a href='a>b' title=\"<mj-text>\">x</a>"
      )
    ],
    [
      "a table's rows",
      "<mj-section><mj-column><mj-table><tr><td>{{a}}<tr><td>{{b}}</mj-table></mj-column></mj-section>"
    ],
    [
      "blocks in an mj-raw each",
      `<mj-raw>{{#if a}}</mj-raw>${section("x")}<mj-raw>{{else}}</mj-raw>${section("y")}<mj-raw>{{/if}}</mj-raw>`
    ],
    [
      "conditions of Outlook",
      "<mj-raw><!--[if mso]><table><tr><![endif]--><!--[if !mso]><!--><p>x</p><!--<![endif]--></mj-raw>"
    ],
    [
      "comments, and merge tags in them",
      `<!-- <mj-x> {{a}} -->${section("<!-- </mj-text> -->x")}{{! a }}{{!-- {{a}} --}}`
    ],
    ["CDATA", section("<![CDATA[ </mj-text> ]]>x")],
    [
      "elements that close themselves",
      `<mj-section><mj-column><mj-spacer/><mj-divider /><mj-image src="{{a}}" /><mj-text/></mj-column></mj-section>`
    ],
    ["capitals", "<MJ-Section><MJ-COLUMN><mj-Text>x</MJ-TEXT></mj-column></mj-section>"],
    [
      "blanks in closing tags",
      "<mj-section><mj-column><mj-text>x</mj-text ></mj-column\n></mj-section>"
    ],
    [
      "quotes, equals signs and slashes in odd places",
      "<mj-section css-class=\"a>b\" a=b/c =x><mj-column width = '50%' / ><mj-text\n\t>x</mj-text></mj-column></mj-section>"
    ],
    [
      "scripts and styles",
      '<mj-raw><style>a > b { content: "</mj-raw>" }</style><script>if (a</b>c) x</script></mj-raw>'
    ],
    ["braces as text", `\\{{a}}${section("\\{{#if}}")}`]
  ])("may have %s", (_, body) => {
    expect(problemsOf(mjml(body))).toEqual([])
  })

  it("may have everything that a head takes", () => {
    const head =
      '<mj-title>{{a}}</mj-title><mj-preview>x</mj-preview><mj-breakpoint width="320px" /><mj-font name="A" href="https://x.example" />' +
      '<mj-attributes><mj-all color="red" /><mj-class name="a" color="red" /><mj-text color="red"></mj-text></mj-attributes>' +
      '<mj-html-attributes><mj-selector path=".a"><mj-html-attribute name="data-id">{{a}}</mj-html-attribute></mj-selector></mj-html-attributes>' +
      '<mj-style inline="inline">a > b { color: red }</mj-style><mj-raw><meta name="x"></mj-raw>'
    expect(
      problemsOf(
        `<?xml version="1.0"?>\n<!doctype mjml>\n<!-- x -->\n<mjml lang="{{a}}"><mj-head>${head}</mj-head><mj-body>${section("x")}</mj-body></mjml>\n`
      )
    ).toEqual([])
  })

  it.each(hostileMjml)("are as many in a large source as in a small one: %j", (unit, problems) => {
    for (const length of [1024, 256 * 1024]) {
      const source = `<mjml>${unit.repeat(Math.ceil(length / unit.length))}`
      const found = problemsOf(source)
      expect(found).toHaveLength(problems.length)
      for (const [index, problem] of problems.entries()) expect(found[index]).toMatch(problem)
    }
  })

  it("make a template that isn't compiled, with each at its line", async () => {
    const compiled = await compileWith(compiler, {
      mjml_source: inColumn("<mj-text>Your code is {{code}}</mj-txt>\n<mj-nothing/>")
    })
    expect(compiled).toMatchObject({
      html: null,
      problems: [
        {
          path: "mjml_source",
          reason: "line 5: </mj-txt> doesn't close the mj-text of line 5; write </mj-text>"
        },
        { path: "mjml_source", reason: "line 6: there is no element mj-nothing" }
      ]
    })
  })

  it("are warned about text that is left out", async () => {
    const { problems, warnings } = await compileWith(compiler, {
      mjml_source: inColumn("Hello\n<mj-text>x</mj-text>")
    })
    expect({ problems, warnings }).toEqual({
      problems: [],
      warnings: ["line 5: text between elements is dropped; put it into mj-text"]
    })
  })
})

describe("merge tags that MJML leaves out", () => {
  const reasonsOf = async (source: string) =>
    (await compileWith(compiler, { mjml_source: source })).problems.map(({ reason }) =>
      reason.replace(/ is used where .*/, "")
    )

  it.each([
    [
      "an attribute that its element hasn't",
      inColumn('<mj-text foo="{{a}}">x</mj-text>'),
      ["line 5: a"]
    ],
    [
      "an attribute of an outer element",
      inColumn("<mj-text>x</mj-text>").replace(
        "<mj-column>",
        '<mj-column title="{{order.title}}">'
      ),
      ["line 4: order.title"]
    ],
    [
      "one of several uses",
      inColumn('<mj-text foo="{{#if a}}1{{/if}}">{{a}}</mj-text>'),
      ["line 5: a"]
    ]
  ])("are refused in %s", async (_, source, reasons) => {
    expect(await reasonsOf(source)).toEqual(reasons)
  })

  it("are only warned of in defaults that nothing uses", async () => {
    const source = `<mjml><mj-head><mj-attributes><mj-button color="{{color}}" /></mj-attributes></mj-head><mj-body>${section("x")}</mj-body></mjml>`
    expect(await reasonsOf(source)).toEqual([])
  })
})
