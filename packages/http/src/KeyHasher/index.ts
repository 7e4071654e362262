export { type KeyHashCost, layerKeyHasher, makeKeyHasher } from "./keyHasher.js"
