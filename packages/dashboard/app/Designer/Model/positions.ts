import type { Block, Design, SimpleBlock } from "@telemark/client"

export type ColumnsBlock = Extract<Block, { readonly type: "columns" }>
export type BlockType = Block["type"]

/** Where a block is or may be put: before what is there now. */
export interface Position {
  /** The id of the block of columns that it is in; null: of the design itself. */
  readonly columns: string | null
  /** Which of its columns. */
  readonly column: number
  readonly index: number
}

export interface PlacedBlock {
  readonly block: Block
  readonly position: Position
}

export const isSimple = (block: Block): block is SimpleBlock => block.type !== "columns"

export const topAt = (index: number): Position => ({ columns: null, column: 0, index })

export const isSamePosition = (one: Position, other: Position): boolean =>
  one.columns === other.columns && one.column === other.column && one.index === other.index

/** Every block, in the order in which it is read: a block of columns before what is in it. */
export const placedBlocks = ({ blocks }: Design): ReadonlyArray<PlacedBlock> =>
  blocks.flatMap((block, index) => [
    { block, position: topAt(index) },
    ...(block.type === "columns"
      ? block.columns.flatMap((column, at) =>
          column.blocks.map((inner, index) => ({
            block: inner,
            position: { columns: block.id, column: at, index }
          }))
        )
      : [])
  ])

/** The first block of a design that another one lacks, such as one that came back. */
export const addedBlock = (before: Design, after: Design): string | undefined => {
  const known = new Set(placedBlocks(before).map(({ block }) => block.id))
  return placedBlocks(after).find(({ block }) => !known.has(block.id))?.block.id
}

/**
 * The block that is nearest to where another stood, rather after it than before; undefined if none
 * is left.
 */
export const neighbourOf = (id: string, before: Design, after: Design): string | undefined => {
  const ids = placedBlocks(before).map(({ block }) => block.id)
  const left = new Set(placedBlocks(after).map(({ block }) => block.id))
  const at = Math.max(ids.indexOf(id), 0)
  return [...ids.slice(at), ...ids.slice(0, at).reverse()].find((one) => left.has(one))
}

/**
 * The block that a path leads into, as the server's refusals have it:
 * `blocks.2.columns.0.blocks.1.href`. Undefined if it leads into none.
 */
export const blockAtPath = ({ blocks }: Design, path: string): string | undefined => {
  const [, index, column, inner] =
    /^blocks\.(\d+)(?:\.columns\.(\d+)\.blocks\.(\d+))?/.exec(path) ?? []
  const block = blocks[Number(index)]
  return block?.type === "columns" && column !== undefined
    ? block.columns[Number(column)]?.blocks[Number(inner)]?.id
    : block?.id
}

export const findBlock = (design: Design, id: string | null): PlacedBlock | undefined =>
  id === null ? undefined : placedBlocks(design).find(({ block }) => block.id === id)

export const findColumns = (design: Design, id: string): ColumnsBlock | undefined =>
  design.blocks.find((block): block is ColumnsBlock => block.type === "columns" && block.id === id)

/** The list that a position is in; undefined if there is none. */
export const listAt = (
  design: Design,
  { column, columns }: Position
): ReadonlyArray<Block> | undefined =>
  columns === null ? design.blocks : findColumns(design, columns)?.columns[column]?.blocks

export const idsOf = (block: Block): ReadonlyArray<string> =>
  block.type === "columns"
    ? [block.id, ...block.columns.flatMap(({ blocks }) => blocks.map(({ id }) => id))]
    : [block.id]
