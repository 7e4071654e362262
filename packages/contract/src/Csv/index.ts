export { csvLine, withoutApostrophe } from "./csvLine.js"
