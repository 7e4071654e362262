import { type SendRequest, ValidationFailed } from "@telemark/contract"
import { EntryRefused } from "@telemark/core"
import { Effect, Result } from "effect"
import { isOperationError } from "../Answer.js"
import { type Call, type Carried, type Carrying, isObject, membersOf, renamed } from "./Call.js"
import { idOfSend, optionsOf } from "./emails.js"
import { type Refused, refused, resendErrorOf } from "./errors.js"
import { sendNames, sendRequestOf } from "./sendRequest.js"

interface Entry {
  /** Undefined if it can't be translated. */
  readonly request: SendRequest | undefined
  readonly problem: ValidationFailed | undefined
}

const entryOf = (value: unknown): Entry => {
  const translated = isObject(value)
    ? sendRequestOf(membersOf(value))
    : Result.fail(ValidationFailed.at("body", "must be an object"))
  return Result.isSuccess(translated)
    ? { request: translated.success as unknown as SendRequest, problem: undefined }
    : { request: undefined, problem: translated.failure }
}

const inTheirNames = (error: unknown): unknown =>
  error instanceof ValidationFailed ? renamed(error, sendNames) : error

const at = (index: number, error: unknown, requestId: string): Refused => {
  if (!isOperationError(error))
    return refused(
      500,
      "application_error",
      `The request failed; its id in the log is ${requestId}.`
    )
  const { message, name, statusCode } = resendErrorOf(error)
  return refused(statusCode, name, `Email ${String(index)} of the batch: ${message}`)
}

const more = " Others of the batch were queued."

/** `strict`, the default: all or none. `permissive`: those that can be sent. */
export const sendBatch = (call: Call, { service }: Carrying): Carried =>
  Effect.gen(function* () {
    const { caller, requestId } = call
    const list = call.body as ReadonlyArray<unknown>
    const entries = list.map(entryOf)
    const options = optionsOf(call)
    const isStrict = call.header("x-batch-validation") !== "permissive"
    const invalid = entries.findIndex(({ problem }) => problem !== undefined)
    if (isStrict && invalid !== -1)
      return yield* Effect.fail(at(invalid, entries[invalid]?.problem, requestId))
    // An entry that can't be translated keeps its place, for keys, and is refused by core.
    const requests = entries.map(({ request }) => request ?? ({} as unknown as SendRequest))
    const results = yield* isStrict
      ? service
          .sendTogether(caller.tenant, requests, options)
          .pipe(
            Effect.mapError((error) =>
              error instanceof EntryRefused
                ? at(error.index, inTheirNames(error.error), requestId)
                : error
            )
          )
      : service.sendBatch(caller.tenant, requests, options)

    const sent: Array<object> = []
    const errors: Array<{ readonly index: number; readonly message: string }> = []
    for (const [index, result] of results.entries()) {
      if (Result.isSuccess(result)) {
        const key = options.idempotencyKey
        const entryKey = key === undefined ? undefined : `${key} ${String(index)}`
        sent.push(yield* idOfSend(result.success, caller.tenant.id, entryKey))
        continue
      }
      const problem = entries[index]?.problem
      const failure = at(index, problem ?? inTheirNames(result.failure), requestId)
      if (!isOperationError(result.failure))
        yield* Effect.logError("An entry of a batch failed.", result.failure)
      if (isStrict) {
        const { message, name, statusCode } = failure.error
        const others = results.some(Result.isSuccess)
        return yield* Effect.fail(refused(statusCode, name, message + (others ? more : "")))
      }
      errors.push({ index, message: failure.error.message })
    }
    return isStrict ? { data: sent } : { data: sent, errors }
  })
