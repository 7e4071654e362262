export { type KeyHashCost, layerKeyHasher, makeKeyHasher } from "./layer.js"
