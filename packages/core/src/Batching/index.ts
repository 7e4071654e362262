export { type Batcher, type BatcherOptions, makeBatcher } from "./Batcher.js"
export { makeOwnersBatcher, type OwnersBatcherOptions } from "./OwnersBatcher.js"
