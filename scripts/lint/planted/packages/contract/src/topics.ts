import type { Operation } from "./operations/Operation.js" // finds: import/no-cycle

export type Topic = string
export const operation: Operation = { topic: "news" }
