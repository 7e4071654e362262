import { describe, expect, it } from "vitest"
import { parse, slug, slugs } from "../src/markdown/index.js"

describe("the anchor of a heading", () => {
  it.each([
    ["What is refused", "what-is-refused"],
    ["better-sqlite3", "better-sqlite3"],
    ["`email.sent`, and then", "emailsent-and-then"],
    ["What's new?", "whats-new"],
    ["Grün & blau", "grün--blau"]
  ])("of %j is %j, as on GitHub", (heading, anchor) => {
    expect(slug(heading)).toBe(anchor)
  })

  it("is numbered where it comes again", () => {
    expect(slugs(["Errors", "Errors", "Errors"])).toEqual(["errors", "errors-1", "errors-2"])
  })
})

describe("a page", () => {
  const page = parse(
    [
      "# Title",
      "",
      "Some [link",
      "over lines](other.md#there) and `[no](link.md)`.",
      "",
      "## Part",
      "",
      "```ts skip: why",
      "const a = 1",
      "```",
      "",
      "    telemark serve",
      "",
      "- In a list:",
      "",
      "  ```json",
      "  {}",
      "  ```",
      ""
    ].join("\n")
  )

  it("has a title and anchors", () => {
    expect([page.title, [...page.anchors]]).toEqual(["Title", ["title", "part"]])
  })

  it("has links, but none within code", () => {
    expect(page.links).toEqual([{ line: 3, href: "other.md#there" }])
  })

  it("has blocks of code, at any position, with their lines, notes and sections", () => {
    expect(page.blocks).toEqual([
      { line: 8, language: "ts", note: "skip: why", text: "const a = 1\n", section: "part" },
      { line: 12, language: "console", note: "", text: "telemark serve\n", section: "part" },
      { line: 16, language: "json", note: "", text: "{}\n", section: "part" }
    ])
  })

  it("has no links nor code in its front matter", () => {
    expect(parse('---\nlink: "[a](b.md)"\n---\n\n[c](d.md)\n').links).toEqual([
      { line: 5, href: "d.md" }
    ])
  })
})
