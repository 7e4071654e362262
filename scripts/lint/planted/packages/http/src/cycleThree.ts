import { one } from "./cycleOne.js" // finds: import/no-cycle

export type Three = number
export const four = one
