export { type Share, shareOut } from "./shareOut.js"
