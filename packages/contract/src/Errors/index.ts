export { bodyOf, bodySchemaOf, type ErrorDescription, type ErrorHeader } from "../defineError.js"
export * from "./errors.js"
export { type ErrorName, errorRow, errorTable, type OperationError } from "./errorTable.js"
