export { readReturned, type Returned } from "./readReturned.js"
export { isMbox, splitMbox } from "./splitMbox.js"
