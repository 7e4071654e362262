import { one } from "./cycleOne.js"

export type Three = number
export const four = one
