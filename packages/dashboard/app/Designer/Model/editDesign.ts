import type { Block, Design, DesignTheme } from "@telemark/client"
import { designLimits } from "@telemark/contract"
import {
  type ColumnsBlock,
  findBlock,
  idsOf,
  isSamePosition,
  isSimple,
  listAt,
  placedBlocks,
  type Position
} from "./positions.js"

// Each of these answers the design itself if the edit isn't possible: no edit makes a valid design
// invalid by its structure.

const withList = (
  design: Design,
  { column, columns }: Position,
  change: (blocks: ReadonlyArray<Block>) => ReadonlyArray<Block>
): Design => ({
  ...design,
  blocks:
    columns === null
      ? change(design.blocks)
      : design.blocks.map((block) =>
          block.type !== "columns" || block.id !== columns
            ? block
            : {
                ...block,
                columns: block.columns.map((one, at) =>
                  at === column ? { blocks: change(one.blocks).filter(isSimple) } : one
                )
              }
        )
})

const isWithinSize = (design: Design): boolean => JSON.stringify(design).length <= designLimits.size

const mayStandAt = (design: Design, block: Block, position: Position): boolean => {
  const list = listAt(design, position)
  return (
    list !== undefined &&
    position.index >= 0 &&
    position.index <= list.length &&
    (isSimple(block) || position.columns === null)
  )
}

/** Why a block can't be added; undefined if it can. */
export const refusalOf = (design: Design, block: Block): "blocks" | "size" | undefined => {
  if (placedBlocks(design).length + idsOf(block).length > designLimits.blocks) return "blocks"
  return isWithinSize({ ...design, blocks: [...design.blocks, block] }) ? undefined : "size"
}

export const insertBlock = (design: Design, block: Block, position: Position): Design => {
  const ids = new Set(placedBlocks(design).map((placed) => placed.block.id))
  if (
    !mayStandAt(design, block, position) ||
    idsOf(block).some((id) => ids.has(id)) ||
    refusalOf(design, block) !== undefined
  )
    return design
  return withList(design, position, (blocks) => [
    ...blocks.slice(0, position.index),
    block,
    ...blocks.slice(position.index)
  ])
}

export const removeBlock = (design: Design, id: string): Design => {
  const placed = findBlock(design, id)
  return placed === undefined
    ? design
    : withList(design, placed.position, (blocks) => blocks.filter((block) => block.id !== id))
}

/** Moves a block before what stands at the position now. */
export const moveBlock = (design: Design, id: string, to: Position): Design => {
  const placed = findBlock(design, id)
  if (placed === undefined || to.columns === id || !mayStandAt(design, placed.block, to))
    return design
  const { block, position: from } = placed
  const isLater = from.columns === to.columns && from.column === to.column && from.index < to.index
  const target = isLater ? { ...to, index: to.index - 1 } : to
  if (isSamePosition(from, target)) return design
  return withList(removeBlock(design, id), target, (blocks) => [
    ...blocks.slice(0, target.index),
    block,
    ...blocks.slice(target.index)
  ])
}

/** A copy with ids of its own. */
export const copyOf = (block: Block, makeId: () => string): Block =>
  block.type === "columns"
    ? {
        ...block,
        id: makeId(),
        columns: block.columns.map(({ blocks }) => ({
          blocks: blocks.map((inner) => ({ ...inner, id: makeId() }))
        }))
      }
    : { ...block, id: makeId() }

/** Puts the copy of a block after it. */
export const duplicateBlock = (design: Design, id: string, copy: Block): Design => {
  const placed = findBlock(design, id)
  return placed === undefined
    ? design
    : insertBlock(design, copy, { ...placed.position, index: placed.position.index + 1 })
}

/** Puts a block in place of the one with its id, which is of the same type. */
export const updateBlock = (design: Design, next: Block): Design => {
  const placed = findBlock(design, next.id)
  if (placed?.block.type !== next.type) return design
  return withList(design, placed.position, (blocks) =>
    blocks.map((block) => (block.id === next.id ? next : block))
  )
}

export const updateTheme = (design: Design, theme: DesignTheme | undefined): Design => {
  const { theme: _, ...rest } = design
  return theme === undefined ? rest : { ...rest, theme }
}

/** Columns that are taken away leave their blocks to the last that stays. */
export const withColumnCount = (block: ColumnsBlock, count: number): ColumnsBlock => {
  const wanted = Math.min(Math.max(Math.round(count), 1), designLimits.columns)
  const kept = block.columns.slice(0, wanted)
  const added = Array.from({ length: wanted - kept.length }, () => ({ blocks: [] }))
  const left = block.columns.slice(wanted).flatMap(({ blocks }) => blocks)
  const columns =
    left.length === 0
      ? kept
      : kept.map(({ blocks }, at) => ({
          blocks: at === wanted - 1 ? [...blocks, ...left] : blocks
        }))
  return { ...block, columns: [...columns, ...added] }
}

/** Puts a block into the first of two columns that stand in its place. */
export const nestBlock = (design: Design, id: string, columnsId: string): Design => {
  const placed = findBlock(design, id)
  if (placed?.position.columns !== null || !isSimple(placed.block) || columnsId === id)
    return design
  const columns: Block = {
    id: columnsId,
    type: "columns",
    columns: [{ blocks: [placed.block] }, { blocks: [] }]
  }
  const without = removeBlock(design, id)
  const nested = insertBlock(without, columns, placed.position)
  return nested === without ? design : nested
}
