export { loadMjml } from "./loadMjml.js"
export { type MjmlOutcome, mjmlToHtml } from "./mjmlToHtml.js"
