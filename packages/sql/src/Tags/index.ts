export { makeRemoveTags } from "./removeTags.js"
export { tagsOf, tagsText } from "./rows.js"
export { makeWriteTags } from "./writeTags.js"
