export type { Block, SimpleBlock } from "./blocks.js"
export { Design, type DesignTheme } from "./Design.js"
export { designLimits, designRules } from "./designRules.js"
