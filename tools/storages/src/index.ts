/** What the tests of every storage package need: processes of their own, and something to accept. */
export { aSend } from "./aSend.js"
export { startProcess } from "./startProcess.js"
