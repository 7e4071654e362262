import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { knownNames } from "../src/Migrations/knownNames.js"
import { makeNames } from "../src/Names/index.js"

const schemaOf = (database: string) => readFileSync(new URL(`../schema/${database}.sql`, import.meta.url), "utf8")
const { indexes, tables } = knownNames()

describe("the names that can be spelled anew", () => {
  it.each(["sqlite", "postgres"])("are those of every table and index in the schema of %s, and no others", (database) => {
    const schema = schemaOf(database)
    const named = (pattern: RegExp) => [...schema.matchAll(pattern)].map(([, name]) => name).sort()
    expect([...tables].sort()).toEqual(named(/^CREATE TABLE "?(\w+)/gm))
    expect([...indexes].sort()).toEqual(named(/^CREATE (?:UNIQUE )?INDEX "?(\w+)/gm))
    // Whatever else there is needs a rule of its own: views, triggers, sequences, types.
    expect(schema.match(/^CREATE (?!TABLE|INDEX|UNIQUE INDEX).*/gm)).toBeNull()
  })

  it.each(["sqlite", "postgres"])("are all there is to spell in the statements of the schema of %s", (database) => {
    const { rename } = makeNames({ tablePrefix: "tm_" }, { indexes, tables })
    const renamed = rename(schemaOf(database).replaceAll(/ ON public\./g, " ON "))
    const after = [...renamed.matchAll(/(?:TABLE|INDEX|REFERENCES| ON) ("?\w+)/g)].map(([, name]) => name)
    expect(after.length).toBeGreaterThanOrEqual(tables.size + 2 * indexes.size)
    expect(after.filter((name) => name?.startsWith("\"tm_") !== true)).toEqual([])
  })

  it("are one Telemark's, with its locks and its channel, whether or not the usual schema is named beside the prefix", () => {
    const told = ({ schema, tablePrefix }: { readonly schema?: string; readonly tablePrefix?: string }) => {
      const { channel, lockKey } = makeNames({ schema, tablePrefix }, { indexes, tables })
      return [channel, lockKey(7)]
    }
    expect(told({ schema: "public", tablePrefix: "tm_" })).toEqual(told({ tablePrefix: "tm_" }))
    expect(told({ schema: "public" })).toEqual(told({}))
    expect(told({ schema: "mail", tablePrefix: "tm_" })).not.toEqual(told({ tablePrefix: "tm_" }))
  })

  it("are still different where Postgres cuts the longest of them", () => {
    const { nameOf } = makeNames({ tablePrefix: "x".repeat(40) }, { indexes, tables })
    const names = [...tables, ...indexes]
    expect(new Set(names.map((name) => nameOf(name).slice(0, 63))).size).toBe(names.length)
  })
})
