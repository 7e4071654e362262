import { describe, expect, it } from "vitest"
import { compileWith, mjml, section, sharedCompiler } from "./support.js"

const compiler = sharedCompiler()
const compile = (mjml_source: string) => compileWith(compiler, { mjml_source })

const revealed = (html: string) => `<!--[if !mso]><!-->${html}<!--<![endif]-->`
const forOutlook = (html: string) => `<!--[if mso | IE]>${html}<![endif]-->`

describe("comments for Outlook", () => {
  it.each([
    [
      "one after the other",
      `A${revealed("<sup>1</sup>")}${forOutlook('<sup style="font-size:9px">1</sup>')}B`
    ],
    [
      "with blanks and lines of their own",
      `${revealed("<b>a</b> <i>b</i>  c")}${forOutlook("\n  <b>a</b>\n")}`
    ],
    ["like those that MJML writes", `${forOutlook("a")}\n${forOutlook("b")}`],
    ["with merge tags", forOutlook("{{name}}")],
    ["that look like what stands for them", `<!--kept:0-->${forOutlook("a")}<!--kept:7-->`]
  ])("are as they were written: %s", async (_, html) => {
    const { html: compiled, problems } = await compile(mjml(section(html)))
    expect(problems).toEqual([])
    expect(compiled).toContain(html)
  })

  it("are as they were written around and between sections, in the head and in attributes", async () => {
    const table = (html: string) => `<!--[if mso]>${html}<![endif]-->`
    const [style, open, close, alt] = [
      "<style>\n\np  {}</style>",
      "<table><tr>",
      "</table>",
      "a"
    ].map(table)
    const { html, problems, warnings } = await compile(
      `<mjml><mj-head><mj-raw>${style}</mj-raw></mj-head><mj-body>${open}` +
        section("x").replace(
          "<mj-text>",
          `<mj-image\nfoo="" src="https://x.example/" alt="${alt}" /><mj-text>`
        ) +
        `<mj-raw>${close}</mj-raw></mj-body></mjml>`
    )
    expect(problems).toEqual([])
    expect(warnings).toEqual(["line 3: mj-image has no attribute foo"])
    for (const comment of [style, open, close, alt]) expect(html).toContain(comment)
  })

  it("can't contain MJML, which nothing would compile", async () => {
    const source = mjml(
      `\n<mj-raw>\n<!--[if mso]></mj-raw>${section("x")}<mj-raw><![endif]--></mj-raw>\n${section("<!-- <mj-text> -->y")}`
    )
    expect((await compile(source)).problems).toEqual([
      {
        path: "mjml_source",
        reason:
          "line 3: the comment for Outlook contains MJML, which isn't compiled there: end it with <![endif]--> in the same element, and begin another behind the MJML"
      }
    ])
  })
})
