export { layerApplication, layerOperations, layerStorage, type StorageOptions } from "./layers.js"
