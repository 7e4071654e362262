export { csvLine, withoutApostrophe } from "@telemark/contract"
export { type CsvProblem, type CsvReader, makeCsvReader } from "./makeCsvReader.js"
export { type PageOf, pagesOf } from "./pagesOf.js"
