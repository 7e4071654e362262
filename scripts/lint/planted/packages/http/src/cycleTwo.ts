import { one } from "./cycleOne.js" // finds: import/no-cycle

export const two: number = one
