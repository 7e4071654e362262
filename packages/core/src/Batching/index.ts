export { type Batcher, type BatcherOptions, makeBatcher } from "./Batcher.js"
