export { Entropy } from "./Entropy.js"
export {
  firstIdAt,
  idAt,
  type IdPrefix,
  instantOfId,
  isId,
  makeIds,
  newId,
  newIds,
  type NewIds,
  uuidv7
} from "./newId.js"
