import { metrics } from "@telemark/core"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

const quoted = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)

describe("docs/monitoring.md", () => {
  it("lists every metric with its kind and labels", () => {
    const rows = read("docs/monitoring.md")
      .split("\n")
      .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| /, "").trim()))
      .filter(([name = "", kind = ""]) => /^`\w+`$/.test(name) && kind !== "")
      .filter(([, kind]) => kind === "counter" || kind === "gauge" || kind === "histogram")
    expect(
      rows.map(([name = "", kind, labels = ""]) => [quoted(name)[0], kind, quoted(labels)])
    ).toEqual(Object.entries(metrics).map(([name, { labels, type }]) => [name, type, [...labels]]))
  })

  it("lists every alert of the example", () => {
    const alerts = [...read("examples/monitoring/alerts.yml").matchAll(/- alert: (\w+)/g)]
    const listed = [...read("docs/monitoring.md").matchAll(/^\| (`Telemark[^|]+) \|/gm)]
    expect(new Set(listed.flatMap(([, names = ""]) => quoted(names)))).toEqual(
      new Set(alerts.map(([, name]) => name))
    )
  })
})

describe("examples/monitoring", () => {
  it.each(["alerts.yml", "alerts.test.yml", "dashboard.json"])(
    "asks for what there is, in %s",
    (file) => {
      const named = read(`examples/monitoring/${file}`).matchAll(/\b(?:telemark|process)_[a-z_]+/g)
      const known: ReadonlySet<string> = new Set(
        Object.entries(metrics).flatMap(([name, { type }]) =>
          type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
        )
      )
      const asked = [...named].map(([name]) => name)
      expect(asked.length).toBeGreaterThan(3)
      expect(asked.filter((name) => !known.has(name))).toEqual([])
    }
  )
})
