export { Entropy } from "./Entropy.js"
export { firstIdAt, idAt, type IdPrefix, instantOfId, isId, newId, newIds, uuidv7 } from "./newId.js"
