import { expect, it } from "vitest"
import { isAllowed, pageOf } from "./licenses.mjs"

it.each([
  ["a", "MIT", true],
  ["a", "(MIT OR GPL-3.0-only)", true],
  ["a", "(BSD-2-Clause OR MIT OR Apache-2.0)", true],
  ["a", "MIT AND ISC", true],
  ["a", "MIT AND GPL-3.0-only", false],
  ["a", "GPL-3.0-only", false],
  ["a", "MPL-2.0", false],
  ["a", "Unknown", false],
  ["caniuse-lite", "CC-BY-4.0", true],
  ["a", "CC-BY-4.0", false]
])("%s under %s: %s", (name, license, allowed) => {
  expect(isAllowed({ name, license })).toBe(allowed)
})

it("the page names each package once, by license", () => {
  const found = [
    { name: "c", license: "ISC" },
    { name: "b", license: "MIT" },
    { name: "a", license: "MIT" },
    { name: "b", license: "MIT" }
  ]
  expect(pageOf(found).match(/^\| (?!License|---).*/gm)).toEqual([
    "| MIT | 2 | a, b |",
    "| ISC | 1 | c |"
  ])
})
