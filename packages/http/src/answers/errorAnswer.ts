import { bodyOf, errorRow, errorTable, type OperationError } from "@telemark/contract"
import { type Answer, jsonAnswer } from "./Answer.js"

/** Whether callers may see this error. Others are internal faults. */
export const isOperationError = (error: unknown): error is OperationError =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  typeof error._tag === "string" &&
  Object.hasOwn(errorTable, error._tag) &&
  !(error._tag === "StorageError" && "reason" in error && error.reason === "fault")

export const batchEntryOf = (
  error: OperationError
): { readonly status: number; readonly error: string; readonly message: string } => {
  const row = errorRow(error._tag)
  return { status: row.status, ...bodyOf(row, error) }
}

export const errorAnswer = (error: OperationError): Answer => {
  const row = errorRow(error._tag)
  const headers = Object.entries(row.headers ?? {}).map(
    ([name, { value }]) => [name, value(error)] as const
  )
  return jsonAnswer(row.status, bodyOf(row, error), Object.fromEntries(headers))
}
