export { makeRemoveTags } from "./removeTags.js"
export { tagsOf, tagsText } from "./tagRows.js"
export { makeWriteTags } from "./writeTags.js"
