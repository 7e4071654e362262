export { layerRetentionStore } from "./RetentionStore.js"
