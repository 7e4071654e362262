import * as Statement from "effect/sql/Statement"
import { describe, expect, it, vi } from "vitest"
import { keptTexts } from "../../src/database/client/keptTexts.js"

const { fragment, identifier, literal, parameter } = Statement

const compilers = () => {
  const own = Statement.makeCompilerSqlite()
  const builds = vi.spyOn(own, "compile")
  return { kept: keptTexts(own), plain: Statement.makeCompilerSqlite(), builds }
}

const byId = (id: string) => fragment([literal("SELECT 1 WHERE id = "), parameter(id)])

describe("texts of statements", () => {
  it("are built once, with the parameters of each statement", () => {
    const { builds, kept } = compilers()
    expect(kept.compile(byId("a"), false)).toStrictEqual(["SELECT 1 WHERE id = ?", ["a"]])
    expect(kept.compile(byId("b"), false)).toStrictEqual(["SELECT 1 WHERE id = ?", ["b"]])
    expect(builds).toHaveBeenCalledTimes(1)
  })

  it.each([
    ["of literals alone", fragment([literal("SELECT "), literal("1")])],
    ["cut elsewhere", fragment([literal("SELECT"), literal(" 1")])],
    ["that go on where another ends", fragment([literal("SELECT "), literal("1"), literal(", 2")])],
    ["that are a question mark", fragment([literal("SELECT "), literal("?")])],
    ["with a parameter in its place", fragment([literal("SELECT "), parameter("?")])],
    [
      "with parameters of a literal",
      fragment([literal("(SELECT ?, ?)", [1, null]), literal(" = "), parameter(2)])
    ],
    ["without a segment", fragment([])],
    [
      "with an identifier",
      fragment([literal("SELECT "), identifier("a"), literal(" = "), parameter(1)])
    ],
    ["with a list", fragment([literal("SELECT 1 IN "), Statement.arrayHelper([1, 2])])],
    [
      "with rows",
      fragment([literal("INSERT INTO t "), Statement.recordInsertHelper([{ a: 1, b: "c" }])])
    ]
  ])("are those of the compiler, %s", (_, statement) => {
    const { kept, plain } = compilers()
    for (const other of [byId("a"), fragment([literal("SELECT "), literal("1")]), statement])
      expect(kept.compile(other, false)).toStrictEqual(plain.compile(other, false))
  })

  it("are forgotten when there are too many, as of a caller that makes them up", () => {
    const { builds, kept } = compilers()
    for (let index = 0; index <= 50_000; index++)
      kept.compile(fragment([literal(`SELECT ${index}`)]), false)
    builds.mockClear()
    kept.compile(byId("a"), false)
    kept.compile(fragment([literal("SELECT 50000")]), false)
    expect(builds).toHaveBeenCalledTimes(2)
  })
})
