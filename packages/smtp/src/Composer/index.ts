export { layerComposer } from "./layerComposer.js"
