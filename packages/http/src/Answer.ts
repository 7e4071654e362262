import { bodyOf, errorRow, errorTable, type OperationError } from "@telemark/contract"
import { Buffer } from "node:buffer"

/**
 * Pieces, each sent when the client has room. Ended by `return` if the client has gone; rejects if
 * it breaks off.
 */
export type BodyStream = AsyncIterable<Uint8Array | string>

export interface Answer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Node writes text together with the head, in one piece. */
  readonly body: Uint8Array | string | BodyStream | undefined
}

export const jsonAnswer = (
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>
): Answer => {
  const body = JSON.stringify(value)
  return {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headers
    },
    body
  }
}

export const isStream = (body: Answer["body"]): body is BodyStream =>
  typeof body === "object" && !(body instanceof Uint8Array)

export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers }
})

/** Callers see no other errors: those are internal faults. */
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

export const withWarnings = (response: unknown, warnings: ReadonlyArray<string>): unknown => {
  if (warnings.length === 0) return response
  const { warnings: others = [] } = response as { readonly warnings?: ReadonlyArray<string> }
  return { ...(response as object), warnings: [...warnings, ...others] }
}

export const warningsHeader = {
  name: "x-warnings",
  description: "The unknown parameters of the query, which were ignored."
} as const

/** Header fields are ASCII (RFC 9110 5.5). */
export const headersOfWarnings = (
  warnings: ReadonlyArray<string>
): Readonly<Record<string, string>> =>
  warnings.length === 0 ? {} : { [warningsHeader.name]: warnings.join(" ").replace(/[^ -~]/g, "?") }
