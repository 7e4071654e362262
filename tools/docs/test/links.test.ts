import { expect, it } from "vitest"
import { checkLinks } from "../src/links/links.js"
import { parse } from "../src/markdown/index.js"

const page = (file: string, text: string) => ({ file, ...parse(text) })

const messages = (...pages: ReadonlyArray<ReturnType<typeof page>>) =>
  checkLinks(pages, {
    exists: (path) => path === "packages/http/openapi.json",
    pageAt: (path) => path
  }).findings.map(({ line, message }) => [line, message])

it("passes links that lead to pages, their headings, files and other sites", () => {
  expect(
    messages(
      page(
        "docs/a.md",
        "# A\n\n[b](b.md) [c](b.md#c) [self](#a) [file](../packages/http/openapi.json) [out](https://example.com/x#y)"
      ),
      page("docs/b.md", "# B\n\n## C")
    )
  ).toEqual([])
})

it("finds links to pages that aren't there", () => {
  expect(messages(page("docs/a.md", "# A\n\n\n[b](b.md)"))).toEqual([
    [4, "there is no docs/b.md, which b.md leads to"]
  ])
})

it("finds links to headings that aren't there", () => {
  expect(messages(page("docs/a.md", "[self](#b)"), page("docs/b.md", "[a](a.md#b)"))).toEqual([
    [1, "docs/a.md has no heading #b, which #b leads to"],
    [1, "docs/a.md has no heading #b, which a.md#b leads to"]
  ])
})
