export { Entropy } from "./Entropy.js"
export { type IdPrefix, isId, newId, newIds, uuidv7 } from "./newId.js"
