export { bodyOf, bodySchemaOf, type ErrorDescription, type ErrorHeader } from "./describe.js"
export {
  InternalError,
  LargeBodiesBusy,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  TenantExists
} from "./errors.js"
export { type ErrorName, errorRow, errorTable, type OperationError } from "./errorTable.js"
export { StorageError } from "./StorageError.js"
