export { type LookedUp, makeLookedUp } from "./makeLookedUp.js"
export { makeRecent, type Recent } from "./makeRecent.js"
