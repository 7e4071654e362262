export type { Block, SimpleBlock } from "./blocks.js"
export { Design, type DesignTheme } from "./Design.js"
