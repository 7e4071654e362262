export { layerEmailStore } from "./EmailStore.js"
