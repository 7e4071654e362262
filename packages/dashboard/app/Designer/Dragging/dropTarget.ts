import type { Position } from "../Model/index.js"

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A list of blocks as it stands on the screen. */
export interface ListBox {
  /** The block of columns that it belongs to; null: the design itself. */
  readonly columns: string | null
  readonly column: number
  readonly box: Box
  readonly blocks: ReadonlyArray<Box>
}

/** Where a block would go, and the line that shows it. */
export interface DropTarget {
  readonly position: Position
  readonly mark: { readonly left: number; readonly top: number; readonly width: number }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** So near to the edge of columns, a block goes above or below them. */
const edge = 10

const contains = ({ bottom, left, right, top }: Box, { x, y }: Point, inset = 0): boolean =>
  x >= left && x <= right && y >= top + inset && y <= bottom - inset

const gapAt = (blocks: ReadonlyArray<Box>, index: number, { bottom, top }: Box): number => {
  const [before, after] = [blocks[index - 1], blocks[index]]
  if (before !== undefined && after !== undefined) return (before.bottom + after.top) / 2
  return before?.bottom ?? after?.top ?? (top + bottom) / 2
}

/**
 * Where a block that is dragged to a point goes: among the blocks of the innermost list there, or,
 * above and below everything, to the ends of the mail.
 */
export const dropTarget = (
  lists: ReadonlyArray<ListBox>,
  point: Point,
  mayNest: boolean
): DropTarget | undefined => {
  const inner = mayNest
    ? lists.find(({ box, columns }) => columns !== null && contains(box, point, edge))
    : undefined
  const list =
    inner ??
    lists.find(
      ({ box, columns }) => columns === null && point.x >= box.left && point.x <= box.right
    )
  if (list === undefined) return undefined
  const index = list.blocks.filter(({ bottom, top }) => (top + bottom) / 2 < point.y).length
  const { blocks, box, column, columns } = list
  return {
    position: { columns, column, index },
    mark: { left: box.left, top: gapAt(blocks, index, box), width: box.right - box.left }
  }
}
