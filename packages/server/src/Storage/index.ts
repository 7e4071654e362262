export { layerStorage, loadDriver, type StorageOptions } from "./layerStorage.js"
export { explainStorage, StorageNotUsable } from "./StorageNotUsable.js"
