export { layerKeyHasher } from "./layer.js"
