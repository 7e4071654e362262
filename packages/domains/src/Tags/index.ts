export { parseTags, type Tag } from "./tags.js"
