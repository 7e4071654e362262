export {
  copyOf,
  duplicateBlock,
  insertBlock,
  moveBlock,
  nestBlock,
  refusalOf,
  removeBlock,
  updateBlock,
  updateTheme,
  withColumnCount
} from "./editDesign.js"
export { beginHistory, type History, record, redo, undo } from "./history.js"
export { blockTypes, makeBlock, makeId, type Samples } from "./makeBlock.js"
export { type Direction, moveTarget } from "./moveTarget.js"
export {
  addedBlock,
  blockAtPath,
  type BlockType,
  type ColumnsBlock,
  findBlock,
  findColumns,
  idsOf,
  isSamePosition,
  isSimple,
  listAt,
  neighbourOf,
  type PlacedBlock,
  placedBlocks,
  type Position,
  topAt
} from "./positions.js"
export { type Problem, problemsOf, type Rule } from "./problemsOf.js"
