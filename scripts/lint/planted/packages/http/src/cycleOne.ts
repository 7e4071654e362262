import { two } from "./cycleTwo.js" // finds: import/no-cycle
import type { Three } from "./cycleThree.js" // finds: import/no-cycle

export const one = two
export const three: Three = 1
