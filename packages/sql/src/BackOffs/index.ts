export { layerBackOffStore } from "./BackOffStore.js"
