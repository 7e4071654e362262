export * from "./blocks.js"
export { Design, DesignTheme } from "./Design.js"
export { designLimits, designRules } from "./designRules.js"
