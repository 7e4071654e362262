import { Design } from "@telemark/contract"
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addedBlock,
  beginHistory,
  blockAtPath,
  blockTypes,
  copyOf,
  insertBlock,
  makeBlock,
  makeId,
  moveBlock,
  moveTarget,
  neighbourOf,
  nestBlock,
  placedBlocks,
  record,
  redo,
  removeBlock,
  topAt,
  undo,
  updateBlock,
  withColumnCount
} from "../../app/Designer/Model/index.js"
import { brand, counting, directions, edits, empty, samples } from "./designs.js"

const isValid = Schema.is(Design)

const withBlocks = (...types: ReadonlyArray<(typeof blockTypes)[number]>) =>
  types.reduce(
    (design, type, index) =>
      insertBlock(design, makeBlock(type, `${type}${String(index)}`, samples, brand), topAt(index)),
    empty
  )

const idsIn = (design: Design) => placedBlocks(design).map(({ block }) => block.id)

describe("edits of a design", () => {
  it("always leave a valid design, and undoing each of them brings back what was", () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 60 }), (all) => {
        const nextId = counting()
        let history = beginHistory(empty)
        for (const edit of all) {
          const before = history.present
          const next = record(history, edit(before, nextId))
          if (!isValid(next.present)) return false
          if (
            next !== history &&
            (undo(next).present !== before || redo(undo(next)).present !== next.present)
          )
            return false
          history = next
        }
        while (history.past.length > 0) history = undo(history)
        return history.present === empty
      }),
      { numRuns: 150 }
    )
  })

  it("move blocks without losing any", () => {
    fc.assert(
      fc.property(
        fc.array(edits, { minLength: 8, maxLength: 40 }),
        fc.nat(40),
        fc.constantFrom(...directions),
        (all, at, direction) => {
          const nextId = counting()
          const design = all.reduce((design, edit) => edit(design, nextId), empty)
          const id = idsIn(design)[at % Math.max(idsIn(design).length, 1)] ?? ""
          const target = moveTarget(design, id, direction)
          if (target === undefined) return true
          const moved = moveBlock(design, id, target)
          return (
            moved !== design && [...idsIn(moved)].sort().join() === [...idsIn(design)].sort().join()
          )
        }
      ),
      { numRuns: 150 }
    )
  })

  it("make every kind of block valid from the start", () => {
    expect(isValid(withBlocks(...blockTypes))).toBe(true)
    const rich = {
      name: "A & B",
      logo_url: "https://shop.example/logo.png",
      website_url: "https://shop.example",
      postal_address: "1 <Road>"
    }
    for (const type of blockTypes)
      expect(
        isValid({ schema_version: 1, blocks: [makeBlock(type, makeId(), samples, rich)] })
      ).toBe(true)
  })

  it("refuse a block more than a design may have, and one that repeats an id", () => {
    const full = Array.from({ length: 200 }).reduce<Design>(
      (design, _, index) =>
        insertBlock(design, { id: `d${String(index)}`, type: "divider" }, topAt(index)),
      empty
    )
    expect(placedBlocks(full)).toHaveLength(200)
    expect(insertBlock(full, { id: "more", type: "divider" }, topAt(0))).toBe(full)
    const one = withBlocks("divider")
    expect(insertBlock(one, { id: "divider0", type: "spacer", height: 8 }, topAt(0))).toBe(one)
  })

  it("refuse columns within columns", () => {
    const design = withBlocks("columns", "columns")
    expect(moveBlock(design, "columns1", { columns: "columns0", column: 0, index: 0 })).toBe(design)
    expect(moveBlock(design, "columns1", { columns: "columns1", column: 0, index: 0 })).toBe(design)
  })

  it("move into columns, from one to the next, and out again with the keyboard's directions", () => {
    const moved = (...directions: ReadonlyArray<"up" | "down" | "left" | "right">) =>
      placedBlocks(
        directions.reduce(
          (design, direction) =>
            moveBlock(design, "text1", moveTarget(design, "text1", direction)!),
          withBlocks("columns", "text")
        )
      ).find(({ block }) => block.id === "text1")?.position
    expect(moved("right")).toEqual({ columns: "columns0", column: 0, index: 0 })
    expect(moved("right", "right")).toEqual({ columns: "columns0", column: 1, index: 0 })
    expect(moved("left")).toEqual({ columns: "columns0", column: 1, index: 0 })
    expect(moved("right", "down")).toEqual(topAt(1))
    expect(moved("right", "up")).toEqual(topAt(0))
    expect(moveTarget(withBlocks("text"), "text0", "right")).toBeUndefined()
    expect(moveTarget(withBlocks("text"), "text0", "up")).toBeUndefined()
  })

  it("keep the blocks of columns that are taken away", () => {
    const design = nestBlock(withBlocks("text"), "text0", "wrap")
    const wide = placedBlocks(design)[0]!.block
    if (wide.type !== "columns") throw new Error("The text wasn't nested.")
    const filled = moveBlock(updateBlock(design, withColumnCount(wide, 4)), "text0", {
      columns: "wrap",
      column: 3,
      index: 0
    })
    const block = placedBlocks(filled)[0]!.block
    if (block.type !== "columns") throw new Error("The columns are gone.")
    expect(withColumnCount(block, 1).columns).toEqual([
      { blocks: [expect.objectContaining({ id: "text0" })] }
    ])
  })

  it("give a copy of columns new ids throughout", () => {
    const design = nestBlock(withBlocks("text"), "text0", "wrap")
    const copy = copyOf(placedBlocks(design)[0]!.block, counting("copy"))
    expect(idsIn({ ...empty, blocks: [copy] })).toEqual(["copy1", "copy2"])
  })

  it("do nothing for a block that isn't there or has another type", () => {
    const design = withBlocks("text")
    expect(removeBlock(design, "gone")).toBe(design)
    expect(moveBlock(design, "gone", topAt(0))).toBe(design)
    expect(updateBlock(design, { id: "text0", type: "divider" })).toBe(design)
  })
})

describe("the history", () => {
  it("undoes typing in one field at once, until somebody pauses or changes something else", () => {
    const typed = [
      ["a", "x", 0],
      ["ab", "x", 400],
      ["abc", "x", 2_000],
      ["abcd", "y", 2_100]
    ] as const
    let history = beginHistory("")
    for (const [text, group, at] of typed) history = record(history, text, { group, at })
    history = undo(history)
    expect(history.present).toBe("abc")
    history = undo(history)
    expect(history.present).toBe("ab")
    expect(undo(history).present).toBe("")
  })

  it("forgets what was undone once something else is done", () => {
    const history = record(undo(record(beginHistory("a"), "b")), "c")
    expect(redo(history)).toBe(history)
    expect(undo(history).present).toBe("a")
  })
})

describe("a block of a design", () => {
  const design: Design = {
    schema_version: 1,
    blocks: [
      { id: "line", type: "divider" },
      {
        id: "both",
        type: "columns",
        columns: [{ blocks: [] }, { blocks: [{ id: "inner", type: "divider" }] }]
      }
    ]
  }

  it.each([
    ["blocks.0.color", "line"],
    ["blocks.1.columns", "both"],
    ["blocks.1.columns.1.blocks.0.color", "inner"],
    ["blocks.7.color", undefined],
    ["theme.linkColor", undefined]
  ])("is found by the path of a refusal: %s", (path, expected) => {
    expect(blockAtPath(design, path)).toBe(expected)
  })

  it("is known as the one that came back", () => {
    expect(addedBlock(removeBlock(design, "inner"), design)).toBe("inner")
    expect(addedBlock(design, removeBlock(design, "line"))).toBeUndefined()
  })

  it.each([
    ["line", "both"],
    ["inner", "both"],
    ["both", "line"]
  ])("leaves its place to the nearest that is left: %s to %s", (removed, expected) => {
    expect(neighbourOf(removed, design, removeBlock(design, removed))).toBe(expected)
    expect(neighbourOf(removed, design, empty)).toBeUndefined()
  })
})
