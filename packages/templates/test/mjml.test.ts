import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TemplateSource } from "@telemark/core"
import { compileWith, compilerWith, mjml, section, sharedCompiler } from "./support.js"

const compiler = sharedCompiler()
const compile = (mjml_source: string) => compileWith(compiler, { mjml_source })
const reasonsOf = async (mjml_source: string) =>
  (await compile(mjml_source)).problems.map(({ reason }) => reason)

describe("MJML", () => {
  it.each([
    "hello",
    "",
    "<p>hello</p>",
    "<mjml></mjml>",
    "<mjml><mj-head></mj-head></mjml>",
    "<html><body>hello</body></html>"
  ])("is not this: %j", async (source) => {
    expect(await reasonsOf(source)).toEqual(["must be MJML: <mjml> with an <mj-body> in it"])
  })

  it.each([
    `<mj-include path="./header.mjml" />`,
    `<mj-include path="../secret.css" type="css" css-inline="inline" />`,
    `<MJ-Include path="a.mjml"></MJ-Include>`,
    `<mj-raw><mj-include path="a.html" type="html" /></mj-raw>`,
    `<mj-include\npath="file:///etc/passwd"/>`,
    `<!-- <mj-include path="a.mjml" /> -->`,
    section(`<MJ-INCLUDE path="a">`)
  ])("includes nothing: %j", async (include) => {
    expect(await reasonsOf(mjml(`\n${include}`))).toEqual([
      "line 2: mj-include isn't supported; replace it with the content that it includes"
    ])
  })

  it("loads no fonts but those of mj-font", async () => {
    const text = (head: string) =>
      `<mjml><mj-head>${head}</mj-head><mj-body>${section("hello").replace("<mj-text>", `<mj-text font-family="Roboto">`)}</mj-body></mjml>`
    const plain = await compile(text(""))
    expect(plain.problems).toEqual([])
    expect(plain.html).not.toMatch(/fonts\.googleapis|<link|@import/)
    const chosen = await compile(
      text(`<mj-font name="Roboto" href="https://fonts.example/roboto.css" />`)
    )
    expect(chosen.html).toContain("https://fonts.example/roboto.css")
  })

  it("warns in one line each, with elements, attributes and lines but no values", async () => {
    const { problems, warnings } = await compile(
      mjml(
        `<mj-section\n foo="s3cret" background-color="s3cret for type x, only accepts y">\n<mj-column><mj-image width="s3cret" />` +
          `<mj-section></mj-section><mj-text color="{{color}}" align="s3cret">x</mj-text></mj-column></mj-section>`
      )
    )
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      "line 1: mj-section has no attribute foo",
      "line 1: background-color of mj-section has a value that MJML doesn't accept",
      "line 3: mj-section cannot be used inside mj-column, only inside: mj-attributes, mj-body, mj-wrapper",
      "line 3: width of mj-image must be one of (px) units and 1 value(s)",
      "line 3: align of mj-text must be one of left, right, center, justify"
    ])
  })

  it("has at most 50 warnings", async () => {
    const { warnings } = await compile(
      mjml(`${section("x").replace("<mj-text>", '<mj-text\nfoo="x">')}\n`.repeat(60))
    )
    expect(warnings).toHaveLength(51)
    expect(warnings.at(-1)).toBe("10 more findings of MJML")
  })

  it("says what is wrong with the name of a font that breaks MJML", async () => {
    const source = `<mjml><mj-head><mj-font name="a(" href="https://x.example"/></mj-head><mj-body>${section("x")}</mj-body></mjml>`
    expect(await reasonsOf(source)).toEqual([
      "has an mj-font with a name that isn't a plain font name such as Open Sans"
    ])
  })

  it("keeps nothing from one template to the next", async () => {
    const compiler = compilerWith({ size: 1 })
    const plain: TemplateSource = { mjml_source: mjml(section("hello")) }
    const before = await compileWith(compiler, plain)
    const names = ["__proto__", "constructor", "prototype", "mj-text"]
    for (const name of names) {
      const { problems } = await compileWith(compiler, {
        mjml_source:
          `<mjml><mj-head><mj-font name="${name}" href="https://x.example"/><mj-breakpoint width="1px"/><mj-attributes><mj-all color="red"/>` +
          `<mj-class name="${name}" color="red" toString="x"/><mj-text color="red"/></mj-attributes><mj-html-attributes><mj-selector path="${name}">` +
          `<mj-html-attribute name="${name}">x</mj-html-attribute></mj-selector></mj-html-attributes><mj-style>p{color:red}</mj-style></mj-head>` +
          `<mj-body>${section("x")}</mj-body></mjml>`
      })
      expect(problems).toEqual([])
    }
    expect(await compileWith(compiler, plain)).toEqual(before)
  })
})

describe("a .mjmlconfig in the working directory", () => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-mjml-"))
  const before = process.cwd()
  beforeAll(() => {
    const witness = `require("node:fs").writeFileSync(${JSON.stringify(join(directory, "ran"))}, ""); module.exports = class MjWitness {}`
    writeFileSync(join(directory, "component.js"), witness)
    writeFileSync(
      join(directory, ".mjmlconfig"),
      JSON.stringify({ packages: ["./component.js"], options: { minify: true } })
    )
    process.chdir(directory)
  })
  afterAll(() => {
    process.chdir(before)
    rmSync(directory, { recursive: true })
  })

  it("is not read, and no component of it is run", async () => {
    const { html } = await compileWith(compilerWith(), { mjml_source: mjml(section("hello")) })
    expect(html).toContain("hello")
    expect(existsSync(join(directory, "ran"))).toBe(false)
  })
})
