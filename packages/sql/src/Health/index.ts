export { layerStorageHealth } from "./StorageHealth.js"
