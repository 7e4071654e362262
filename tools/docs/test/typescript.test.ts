import { expect, it } from "vitest"
import { checkTypeScript } from "../src/code/typescript.js"
import { parse } from "../src/markdown/index.js"

const page = (...lines: ReadonlyArray<string>) => {
  const text = ["# Page", "", "```ts", ...lines, "```", ""].join("\n")
  const parsed = parse(text)
  return [{ file: "docs/page.md", text, ...parsed }, parsed.blocks] as const
}

it("finds code that doesn't compile against the packages, at its line", () => {
  const { checked, findings } = checkTypeScript([
    page(
      'import { ValidationFailed } from "telemark"',
      "",
      "await telemark.emails.send({ subject: 1 })",
      "export { ValidationFailed }"
    )
  ])
  expect(checked).toBe(1)
  expect(findings.map(({ file, line }) => `${file}:${String(line)}`)).toEqual(["docs/page.md:6"])
  // Reads the sources of every package that they import.
})
