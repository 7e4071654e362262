export { examine } from "./examine.js"
export { examineRunning } from "./examineRunning.js"
export type { Finding } from "./Finding.js"
