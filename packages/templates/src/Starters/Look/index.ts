export { singleLine } from "./escape.js"
export { type Look, lookOf } from "./Look.js"
export type { Palette } from "./Palette.js"
