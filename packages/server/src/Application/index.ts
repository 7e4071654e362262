export { layerApplication, layerOperations } from "./layers.js"
