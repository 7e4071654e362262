import { describe, expect, it } from "vitest"
import { defineTable } from "../../src/database/table.js"

interface Thing {
  readonly id: string
  readonly size: number | null
  readonly active: boolean
  readonly parts: ReadonlyArray<string>
  readonly look: { readonly colour: string } | null
}

const things = defineTable<Thing>()({
  id: "plain",
  size: "plain",
  active: "flag",
  parts: "json",
  look: "json"
})

const thing: Thing = { id: "a", size: null, active: true, parts: ["x", "ü"], look: null }
const row = { id: "a", size: null, active: 1, parts: '["x","ü"]', look: null }

describe("a table", () => {
  it("lists its columns in the order of their definition", () => {
    expect(things.columns).toBe("id, size, active, parts, look")
    expect(things.columnsOf("t")).toBe("t.id, t.size, t.active, t.parts, t.look")
  })

  it("makes rows of records, and records of rows", () => {
    expect(things.encode(thing)).toEqual(row)
    expect(things.decode(row)).toEqual(thing)
    const look = { colour: "red" }
    expect(things.encode({ ...thing, active: false, look })).toEqual({
      ...row,
      active: 0,
      look: '{"colour":"red"}'
    })
    expect(things.decode({ ...row, active: 0, look: '{"colour":"red"}' })).toEqual({
      ...thing,
      active: false,
      look
    })
  })

  it("makes columns of changes, and leaves out what doesn't change", () => {
    expect(things.encodeChanges({ parts: [], size: 2 })).toEqual({ parts: "[]", size: 2 })
    expect(things.encodeChanges({})).toEqual({})
  })
})
