export { type Look, lookOf, singleLine } from "./Look.js"
export type { Palette } from "./Palette.js"
