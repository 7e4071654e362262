export { bodyColumns, bodyOf, type BodyRow } from "./bodies.js"
export { layerEmailStore } from "./EmailStore.js"
