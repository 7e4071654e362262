export { layerEmailStore } from "./EmailStore.js"
export { readShown } from "./shown.js"
