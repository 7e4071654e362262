import { describe, expect, it } from "vitest"
import { cell, markdownTable, middle, millisCell, ratioCell } from "../e2e/markdown.js"
import { drainTable, footprintTable, throughputTable } from "../e2e/tables.js"

describe("medians", () => {
  it("what isn't known doesn't count", () => {
    expect(middle([NaN, 3, 1, NaN, 2])).toBe(2)
    expect(middle([NaN])).toBeNaN()
  })
})

describe("cells", () => {
  it.each([
    [1234.5, 0, "1,235"],
    [0.456, 2, "0.46"],
    [NaN, 0, "–"],
    [Infinity, 0, "–"]
  ])("%d with %d digits is %s", (value, digits, text) => {
    expect(cell(value, digits)).toBe(text)
  })

  it("milliseconds have a digit behind the dot where they are short", () => {
    expect([millisCell(1.84), millisCell(32.4)]).toEqual(["1.8", "32"])
  })

  it("a ratio to what wasn't measured is none", () => {
    expect([ratioCell(300, 600), ratioCell(300, NaN), ratioCell(300, 0)]).toEqual([
      "0.50 ×",
      "–",
      "–"
    ])
  })
})

describe("tables", () => {
  it("are Markdown", () => {
    expect(markdownTable(["", "a"], [["x", "1"]])).toBe("|  | a |\n| --- | --- |\n| x | 1 |")
  })

  it("have medians of the rounds, ratios to the baseline, and everything that is missing", () => {
    const round = {
      endToEnd: 400,
      accepted: 1000,
      drained: NaN,
      cpu: 3000,
      answerP50: 47,
      answerP99: 90.4,
      missing: 0
    }
    const rounds = [
      round,
      { ...round, endToEnd: 500, missing: 2 },
      { ...round, endToEnd: 600, missing: 1 }
    ]
    const baseline = [{ ...round, endToEnd: 1000 }]
    expect(
      throughputTable([
        { title: "ours", rounds, baseline },
        { title: "alone", rounds }
      ])
        .split("\n")
        .slice(2)
    ).toEqual([
      "| ours | 500 | 0.50 × | 1,000 | – | 3,000 | 47 / 90 | 3 |",
      "| alone | 500 | – | 1,000 | – | 3,000 | 47 / 90 | 3 |"
    ])
  })

  it("compare a drain with nodemailer's pool, whose processor time isn't measured", () => {
    const pool = [{ perSecond: 1500, cpu: NaN, missing: 0 }]
    expect(
      drainTable([{ title: "pool", rounds: pool, baseline: pool }])
        .split("\n")
        .at(-1)
    ).toBe("| pool | 1,500 | 1.00 × | – | 0 |")
  })

  it("have dashes where nothing was measured", () => {
    expect(
      footprintTable(
        [
          { title: "a", idle: [{ cpu: 0.0154, memory: 113.6 }], queued: [173] },
          { title: "b", idle: [], queued: [] }
        ],
        30_000
      ).split("\n")
    ).toEqual([
      "|  | Idle: of one core | Idle: MB | MB with 30,000 queued |",
      "| --- | --- | --- | --- |",
      "| a | 1.5 % | 114 | 173 |",
      "| b | – | – | – |"
    ])
  })
})
