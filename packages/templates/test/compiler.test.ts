import type { TemplateSource } from "@telemark/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { compileWith, mjml, section, sharedCompiler } from "./support.js"

const compiler = sharedCompiler()
const compile = (source: TemplateSource) => compileWith(compiler, source)

describe("compiling", () => {
  it("answers with html that has the merge tags, and with what each part uses", async () => {
    const compiled = await compile({
      subject_template: "Hello {{name}}",
      mjml_source: mjml(section("{{order.number}}")),
      text_body: "{{x}}"
    })
    expect(compiled.html).toMatch(/^<!doctype html>[^]*\{\{order\.number\}\}/)
    expect(compiled).toMatchObject({
      mjml_source: mjml(section("{{order.number}}")),
      warnings: [],
      problems: [],
      uses: {
        subject: { name: { printed: true } },
        html: { order: { members: { number: { printed: true } } } },
        text: { x: { printed: true } }
      }
    })
  })

  it("leaves html as it was given", async () => {
    expect(await compile({ html: "<p>{{name}}</p>" })).toMatchObject({
      html: "<p>{{name}}</p>",
      mjml_source: null,
      problems: [],
      uses: { html: { name: { printed: true } } }
    })
  })

  it("makes MJML of a design, and html of that", async () => {
    const compiled = await compile({
      design_json: {
        schema_version: 1,
        blocks: [{ id: "1", type: "heading", text: "Hello {{name}}", level: 1, align: "left" }]
      }
    })
    expect(compiled.problems).toEqual([])
    expect(compiled.mjml_source).toContain("<mjml>")
    expect(compiled.html).toContain("{{name}}")
  })

  it("answers for each of several sources, in order", async () => {
    const results = await Effect.runPromise(
      compiler.compile("tenant", [{ html: "one" }, { text_body: "{{#if}}" }, { html: "three" }])
    )
    expect(results.map(({ html, problems }) => [html, problems.map(({ path }) => path)])).toEqual([
      ["one", []],
      [null, ["text_body"]],
      ["three", []]
    ])
  })

  it("says where merge tags of MJML are wrong, by the author's own lines", async () => {
    const { html, problems } = await compile({
      mjml_source: mjml(`\n${section("fine")}\n${section("{{#if a}}")}`)
    })
    expect(html).toBeNull()
    expect(problems).toEqual([{ path: "mjml_source", reason: expect.any(String) }])
    expect(
      await compile({ mjml_source: mjml(`\n${section("fine")}\n${section("{{> header}}")}`) })
    ).toMatchObject({
      problems: [{ path: "mjml_source", reason: expect.stringMatching(/^line 3: /) }]
    })
  })

  it("says so when merge tags are fine but not in the html that MJML makes", async () => {
    // An attribute that the element hasn't is left out, and with it the beginning of the block.
    const { problems } = await compile({
      mjml_source: mjml(section("{{b}}{{/if}}").replace("<mj-text>", '<mj-text foo="{{#if a}}">'))
    })
    expect(problems).toEqual([
      {
        path: "mjml_source",
        reason: expect.stringMatching(/^is valid, but the html that MJML makes from it is not: /)
      }
    ])
  })

  it("refuses merge tags where MJML drops text", async () => {
    const { html, problems } = await compile({
      mjml_source: mjml(`\n{{#each order.items}}${section("{{name}}")}{{/each}}`)
    })
    expect(html).toBeNull()
    expect(problems).toEqual([
      {
        path: "mjml_source",
        reason: expect.stringMatching(
          /^line 2: a merge tag is between elements, where MJML drops it; put .* into mj-text/
        )
      }
    ])
  })

  it("keeps blocks around sections inside mj-raw", async () => {
    const { html, warnings } = await compile({
      mjml_source: mjml(
        `<mj-raw>{{#each order.items}}</mj-raw>${section("{{name}}")}<mj-raw>{{/each}}</mj-raw>`
      )
    })
    expect(warnings).toEqual([])
    expect(html).toMatch(/\{\{#each order\.items\}\}[^]*\{\{name\}\}[^]*\{\{\/each\}\}/)
  })

  it("names the part of each problem", async () => {
    const { problems } = await compile({
      subject_template: "{{",
      html: "{{> x}}",
      text_body: "{{#each}}"
    })
    expect([...new Set(problems.map(({ path }) => path))]).toEqual([
      "subject_template",
      "html",
      "text_body"
    ])
  })
})

describe("previewing", () => {
  const preview = (source: TemplateSource, data: Readonly<Record<string, unknown>>) =>
    Effect.runPromise(compiler.preview("tenant", source, data))

  it("renders each part, html escaped and the others not", async () => {
    const { compiled, parts } = await preview(
      { subject_template: "{{a}}", mjml_source: mjml(section("{{a}}")), text_body: "{{a}}" },
      { a: "<&>" }
    )
    expect(compiled.problems).toEqual([])
    expect(parts).toEqual({
      subject: "<&>",
      html: expect.stringContaining("&lt;&amp;&gt;"),
      text: "<&>"
    })
  })

  it("makes the text from the html if there is none", async () => {
    expect((await preview({ html: "<h1>Hello {{name}}</h1>" }, { name: "A & B" })).parts.text).toBe(
      "Hello A & B"
    )
  })

  it("renders parts with problems as nothing, and the others nevertheless", async () => {
    const { compiled, parts } = await preview(
      { subject_template: "{{#if}}", html: "<p>{{a}}</p>", text_body: "{{> x}}" },
      { a: 1 }
    )
    expect(parts).toEqual({ subject: "", html: "<p>1</p>", text: "" })
    expect(compiled.problems.map(({ path }) => path)).toEqual(["subject_template", "text_body"])
  })

  it("has a problem of the part that can't be rendered with the data", async () => {
    const list = Array.from({ length: 400 }, () => 1)
    const { compiled, parts } = await preview(
      { html: "{{#each a}}{{#each ../a}}{{#each ../../a}}x{{/each}}{{/each}}{{/each}}" },
      { a: list }
    )
    expect(compiled.problems).toMatchObject([{ path: "html" }])
    expect(parts.html).toBe("")
  })
})

describe("preparing", () => {
  it("makes code of each part", async () => {
    const prepared = await Effect.runPromise(
      compiler.prepare("tenant", { subject: "{{a}}", html: "{{a}}", text: null })
    )
    expect(prepared).toEqual({
      subject: expect.stringContaining("main"),
      html: expect.stringContaining("main"),
      text: null
    })
  })
})
