export { makeRecent, type Recent } from "./makeRecent.js"
