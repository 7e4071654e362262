export {
  type Batcher,
  type BatcherOptions,
  type BatchQueue,
  makeBatcher,
  makeBatchQueue
} from "./Batcher.js"
export { makeOwnersBatcher, type OwnersBatcherOptions } from "./OwnersBatcher.js"
