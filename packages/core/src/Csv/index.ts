export { csvLine, withoutApostrophe } from "./csvLine.js"
export { type CsvProblem, type CsvReader, makeCsvReader } from "./makeCsvReader.js"
export { type PageOf, pagesOf } from "./pagesOf.js"
