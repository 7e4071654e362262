export { type Look, lookOf, singleLine } from "./Look.js"
