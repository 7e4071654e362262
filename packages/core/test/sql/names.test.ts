import { describe, expect, it } from "@effect/vitest"
import { ownNames, tableNames, type TableNames } from "@telemark/core"
import { Effect } from "effect"
import { makeNames } from "../../src/database/names.js"

describe("names of tables", () => {
  it("are their own where none are chosen", () => {
    expect(makeNames({})).toBe(ownNames)
    expect(makeNames({ tablePrefix: "" })).toBe(ownNames)
  })

  const distinct = (of: (names: TableNames) => string) =>
    new Set(
      [
        {},
        { schema: "a" },
        { schema: "b" },
        { tablePrefix: "a" },
        { schema: "a", tablePrefix: "b" },
        { schema: "ab" }
      ].map((options) => of(makeNames(options)))
    ).size

  it("give two Telemarks in one database separate locks and channels", () => {
    expect(distinct(({ channel }) => channel)).toBe(6)
    expect(distinct(({ lockKey }) => lockKey(724001))).toBe(6)
  })

  it("share locks and channels with a Telemark that names no schema, if that is the usual one", () => {
    const usual = makeNames({ schema: "public" })
    expect([usual.channel, usual.lockKey(1)]).toEqual([ownNames.channel, "1"])
    expect(usual.tables.queue).toBe('"public"."queue"')
  })

  it("are one Telemark's, with its locks and its channel, whether or not the usual schema is named beside the prefix", () => {
    const told = ({
      schema,
      tablePrefix
    }: {
      readonly schema?: string
      readonly tablePrefix?: string
    }) => {
      const { channel, lockKey } = makeNames({ schema, tablePrefix })
      return [channel, lockKey(7)]
    }
    expect(told({ schema: "public", tablePrefix: "tm_" })).toEqual(told({ tablePrefix: "tm_" }))
    expect(told({ schema: "public" })).toEqual(told({}))
    expect(told({ schema: "mail", tablePrefix: "tm_" })).not.toEqual(told({ tablePrefix: "tm_" }))
  })

  it.effect.each([
    [{ schema: 'mail"; DROP' }, /schema .* takes letters, digits and underscores/],
    [{ schema: "" }, /schema .* takes/],
    [{ schema: "pg_mail" }, /can't begin with pg_/],
    [{ tablePrefix: "x".repeat(41) }, /prefix .* at most 40/],
    [{ tablePrefix: "a-" }, /prefix .* takes/],
    [{ tablePrefix: "SQLite_" }, /can't begin with sqlite_/]
  ] as const)("that no database would have are refused, and not repeated", ([options, message]) =>
    Effect.map(Effect.flip(tableNames(options)), ({ cause }) => {
      expect((cause as Error).message).toMatch(message)
      expect((cause as Error).message).not.toMatch(/DROP|x{41}|a-/)
    })
  )
})
