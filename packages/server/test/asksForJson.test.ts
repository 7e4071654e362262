import { expect, it } from "vitest"
import { asksForJson } from "../src/cli/commandLine.js"

it.each<[string, boolean]>([
  ["tenants list --json", true],
  ["--json tenants list", true],
  ["tenants list --json=true", true],
  ["tenants list --json=off", false],
  ["tenants list --json false", false],
  ["tenants list", false],
  ["tenants create --jsonp", false]
])("'%s' asks for JSON: %s", (line, expected) => {
  expect(asksForJson(line.split(" "))).toBe(expected)
})
