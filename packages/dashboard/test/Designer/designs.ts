import type { Design } from "@telemark/client"
import * as fc from "fast-check"
import {
  blockTypes,
  copyOf,
  type Direction,
  duplicateBlock,
  insertBlock,
  makeBlock,
  moveBlock,
  moveTarget,
  nestBlock,
  placedBlocks,
  removeBlock,
  updateBlock,
  withColumnCount
} from "../../app/Designer/Model/index.js"

export const samples = {
  heading: "Heading",
  text: "Text <here>",
  button: "Open",
  image: "Picture",
  footer: "Address"
}
export const brand = { name: "Shop & Co", logo_url: null, website_url: null, postal_address: null }

export const empty: Design = { schema_version: 1, blocks: [] }

/** Ids that count up: every call makes a new one. */
export const counting = (prefix = "n") => {
  let count = 0
  return () => `${prefix}${String((count += 1))}`
}

export type Edit = (design: Design, makeId: () => string) => Design

const idIn = (design: Design, number: number): string => {
  const placed = placedBlocks(design)
  return placed[number % Math.max(placed.length, 1)]?.block.id ?? "none"
}

export const directions: ReadonlyArray<Direction> = ["up", "down", "left", "right"]

const number = fc.nat(400)

/** Any edit that the designer offers, with positions and blocks that may not exist. */
export const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom(...blockTypes),
      at: number,
      column: fc.nat(4),
      isIn: fc.boolean(),
      index: fc.integer({ min: -1, max: 12 })
    })
    .map(
      ({ at, column, index, isIn, type }): Edit =>
        (design, makeId) =>
          insertBlock(design, makeBlock(type, makeId(), samples, brand), {
            columns: isIn ? idIn(design, at) : null,
            column,
            index
          })
    ),
  fc
    .record({
      at: number,
      to: number,
      column: fc.nat(4),
      isIn: fc.boolean(),
      index: fc.integer({ min: -1, max: 12 })
    })
    .map(
      ({ at, column, index, isIn, to }): Edit =>
        (design) =>
          moveBlock(design, idIn(design, at), {
            columns: isIn ? idIn(design, to) : null,
            column,
            index
          })
    ),
  fc
    .record({ at: number, direction: fc.constantFrom(...directions) })
    .map(({ at, direction }): Edit => (design) => {
      const target = moveTarget(design, idIn(design, at), direction)
      return target === undefined ? design : moveBlock(design, idIn(design, at), target)
    }),
  number.map((at): Edit => (design, makeId) => {
    const placed = placedBlocks(design)[at % Math.max(placedBlocks(design).length, 1)]
    return placed === undefined
      ? design
      : duplicateBlock(design, placed.block.id, copyOf(placed.block, makeId))
  }),
  number.map(
    (at): Edit =>
      (design) =>
        removeBlock(design, idIn(design, at))
  ),
  number.map(
    (at): Edit =>
      (design, makeId) =>
        nestBlock(design, idIn(design, at), makeId())
  ),
  fc
    .record({ at: number, count: fc.integer({ min: -1, max: 9 }) })
    .map(({ at, count }): Edit => (design) => {
      const block = placedBlocks(design)[at % Math.max(placedBlocks(design).length, 1)]?.block
      return block?.type === "columns" ? updateBlock(design, withColumnCount(block, count)) : design
    })
)
