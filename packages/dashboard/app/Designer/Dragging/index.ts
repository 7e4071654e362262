export type { DropTarget } from "./dropTarget.js"
export { type Drag, type Dragged, useDragging } from "./useDragging.js"
