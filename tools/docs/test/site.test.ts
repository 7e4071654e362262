import { describe, expect, it } from "vitest"
import { parse } from "../src/markdown/index.js"
import { readOpenApi, referencePages } from "../src/reference/index.js"
import { llmsText } from "../src/site/index.js"
import { rewritten } from "../src/site/rewrite.js"
import { sitePath } from "../src/site/sitePath.js"

const document = readOpenApi()
const pages = referencePages(document)
const everything = pages.map(({ text }) => text).join("\n")

describe("the HTTP reference", () => {
  it("has every operation with its path, summary and a call", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { summary }] of Object.entries(methods)) {
        expect(everything).toContain(
          `## ${summary}\n\n\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``
        )
      }
    }
    expect(everything.match(/^curl /gm)).toHaveLength(
      Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length
    )
  })

  it("has every schema under its name", () => {
    const schemas = pages.find(({ title }) => title === "Schemas")
    for (const name of Object.keys(document.components.schemas))
      expect(schemas?.text).toContain(`## ${name}\n`)
  })

  it("says which members are always there, and the rules that they keep", () => {
    expect(everything).toContain(
      "| `filename` | string | always | The name of the file. 1 to 255 characters. |"
    )
  })
})

describe("the site", () => {
  it.each([
    ["docs/http.md", "http.md"],
    ["packages/smtp/README.md", "packages/smtp.md"],
    ["examples/next-app/README.md", "examples/next-app.md"],
    ["docs/decisions/0001-group-commit.md", "decisions/0001-group-commit.md"],
    ["packages/http/src/index.ts", undefined]
  ])("has %s at %s", (file, path) => {
    expect(sitePath(file)).toBe(path)
  })

  it("has links that lead to its own pages, and text where there is none", () => {
    const text =
      "[a](../packages/smtp) [b](http.md#errors) [c](../packages/http/openapi.json) [d](#here)"
    expect(rewritten({ file: "docs/webhooks.md", text, ...parse(text) })).toBe(
      "[a](./packages/smtp.md) [b](./http.md#errors) c [d](#here)"
    )
  })

  it("lists its pages for language models, in the order of the sidebar", () => {
    const groups = [
      {
        text: "Start",
        items: [
          { text: "Second", link: "/b" },
          { text: "First", link: "/a" }
        ]
      }
    ]
    const text = llmsText(groups, [
      { path: "a.md", title: "A", text: "# A\n\n**Context.** It is [one](x.md). More." },
      { path: "b.md", title: "B", text: "# B\n\n```ts\n1\n\nconst two = 2\n```\n\nTwo." }
    ])
    expect(text).toContain("## Start\n\n- [Second](b.md): Two.\n- [First](a.md): It is one.\n")
  })
})
