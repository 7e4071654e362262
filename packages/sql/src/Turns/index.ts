export { type Share, shareOut } from "./shareOut.js"
export { takeTurns } from "./takeTurns.js"
