import { bodyOf, errorRow, errorTable, type OperationError } from "@telemark/contract"
import { type Answer, jsonAnswer } from "./Answer.js"

/** Whether callers may see this error, as opposed to a fault of ours. */
export const isOperationError = (error: unknown): error is OperationError =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string" &&
  Object.hasOwn(errorTable, error._tag) && !(error._tag === "StorageError" && "reason" in error && error.reason === "fault")

/** An error as an entry of a batch shows it: its status and its body in one. */
export const batchEntryOf = (error: OperationError): { readonly status: number; readonly error: string; readonly message: string } => {
  const row = errorRow(error._tag)
  return { status: row.status, ...bodyOf(row, error) }
}

/** The answer that an error stands for. */
export const errorAnswer = (error: OperationError): Answer => {
  const row = errorRow(error._tag)
  const headers = Object.entries(row.headers ?? {}).map(([name, { value }]) => [name, value(error)] as const)
  return jsonAnswer(row.status, bodyOf(row, error), Object.fromEntries(headers))
}
