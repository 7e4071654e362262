import type { Design } from "@telemark/client"
import { findBlock, findColumns, isSimple, type Position, topAt } from "./positions.js"

export type Direction = "up" | "down" | "left" | "right"

const lastOf = (columns: string, column: number, index: number): Position => ({
  columns,
  column,
  index
})

const sideways = (
  design: Design,
  id: string,
  direction: "left" | "right"
): Position | undefined => {
  const placed = findBlock(design, id)
  if (placed === undefined || !isSimple(placed.block)) return undefined
  const { columns, column, index } = placed.position
  if (columns !== null) {
    const next = column + (direction === "right" ? 1 : -1)
    const blocks = findColumns(design, columns)?.columns[next]?.blocks
    return blocks === undefined ? undefined : lastOf(columns, next, Math.min(index, blocks.length))
  }
  // Beside a block of columns: to its outermost column on that side.
  const neighbours = [design.blocks[index - 1], design.blocks[index + 1]]
  const beside = neighbours.find((block) => block?.type === "columns")
  if (beside?.type !== "columns") return undefined
  const at = direction === "right" ? 0 : beside.columns.length - 1
  const isAbove = beside === neighbours[0]
  return lastOf(beside.id, at, isAbove ? (beside.columns[at]?.blocks.length ?? 0) : 0)
}

/**
 * Where a block goes with the keyboard: up and down in its list, out of columns at their ends, and
 * sideways from column to column or into the columns above or below it. Undefined if it can't.
 */
export const moveTarget = (
  design: Design,
  id: string,
  direction: Direction
): Position | undefined => {
  if (direction === "left" || direction === "right") return sideways(design, id, direction)
  const placed = findBlock(design, id)
  if (placed === undefined) return undefined
  const { columns, column, index } = placed.position
  const length =
    columns === null
      ? design.blocks.length
      : (findColumns(design, columns)?.columns[column]?.blocks.length ?? 0)
  const isAtEnd = direction === "up" ? index === 0 : index === length - 1
  if (!isAtEnd) return { ...placed.position, index: direction === "up" ? index - 1 : index + 2 }
  if (columns === null) return undefined
  const at = design.blocks.findIndex((block) => block.id === columns)
  return topAt(direction === "up" ? at : at + 1)
}
