import {
  type BatchResult,
  InternalError,
  type LargeBodiesBusy,
  maxBatch,
  type PayloadTooLarge,
  type SendResult,
  ValidationFailed
} from "@telemark/contract"
import type { Principal, SendError } from "@telemark/core"
import { Effect, Result } from "effect"
import { batchEntryOf, isOperationError } from "../Answer.js"

type Entry = Result.Result<SendResult, SendError>
type Unread = ValidationFailed | PayloadTooLarge

/** Refused requests count, as everywhere. */
const minCount = 1

/** Unchecked: core reports what is wrong with them. */
const entriesOf = (body: unknown): unknown =>
  (body as { readonly emails?: unknown } | null)?.emails ?? []

const countOf = (entries: unknown): number =>
  Array.isArray(entries) && entries.length <= maxBatch
    ? Math.max(entries.length, minCount)
    : minCount

interface Counted {
  readonly count: number
  readonly entries: Result.Result<unknown, Unread>
}

/**
 * Counts the sends of a batch, which must be read first; an unreadable one is counted, too. A batch
 * above the key's limit counts as one: its bucket never holds more, so retrying would be in vain.
 */
export const batchCount = (
  { rate_limit = Number.POSITIVE_INFINITY }: Pick<Principal, "rate_limit">,
  read: Effect.Effect<unknown, Unread | LargeBodiesBusy>
): Effect.Effect<Counted, LargeBodiesBusy> =>
  Effect.flatMap(Effect.result(read), (body) => {
    // Only this error makes the host discard the rest of the body.
    if (Result.isFailure(body) && body.failure._tag === "LargeBodiesBusy") return body.failure
    const entries = Result.map(body as Result.Result<unknown, Unread>, entriesOf)
    const count = countOf(Result.getOrElse(entries, () => []))
    return Effect.succeed(
      count <= rate_limit
        ? { count, entries }
        : {
            count: minCount,
            entries: Result.fail(
              ValidationFailed.at(
                "emails",
                `must have at most ${String(rate_limit)} sends, as many as this key may make in a minute`
              )
            )
          }
    )
  })

const entryOf = (entry: Entry, requestId: string): BatchResult["data"][number] =>
  Result.match(entry, {
    onSuccess: (result) => ({
      status: result.idempotent_replay ? (200 as const) : (201 as const),
      ...result
    }),
    onFailure: (error) =>
      batchEntryOf(isOperationError(error) ? error : new InternalError({ request_id: requestId }))
  })

export const answerBatch = (
  entries: ReadonlyArray<Entry>,
  requestId: string
): Effect.Effect<BatchResult> =>
  Effect.as(logFailures(entries), { data: entries.map((entry) => entryOf(entry, requestId)) })

/** Once per batch: all entries fail for the same reason. */
const logFailures = (entries: ReadonlyArray<Entry>): Effect.Effect<void> => {
  const failures = entries.flatMap((entry) =>
    Result.isFailure(entry) && entry.failure._tag === "StorageError" ? [entry.failure] : []
  )
  const [first] = failures
  if (first === undefined) return Effect.void
  const log = failures.some(isOperationError) ? Effect.logWarning : Effect.logError
  return log(
    `${String(failures.length)} of ${String(entries.length)} sends of a batch failed.`,
    first
  )
}
