export type { BatchEntry, BatchResult } from "./batch.js"
export { makeOperations } from "./makeOperations.js"
export type { CallOptions, Many, One, Promises, Runner, Style } from "./Style.js"
