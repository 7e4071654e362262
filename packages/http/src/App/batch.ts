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
import { Effect, Either } from "effect"
import { batchEntryOf, isOperationError } from "../Answers/index.js"

type Entry = Either.Either<SendResult, SendError>
type Unread = ValidationFailed | PayloadTooLarge

/** An invalid batch counts as one send: refused requests count, as everywhere. */
const minCount = 1

/**
 * The entries as they were sent, unchecked; none if the body isn't a batch. Core reports what is
 * wrong with them.
 */
const entriesOf = (body: unknown): unknown =>
  (body as { readonly emails?: unknown } | null)?.emails ?? []

/** How many sends a batch counts as; one if it is refused as a whole. */
const countOf = (entries: unknown): number =>
  Array.isArray(entries) && entries.length <= maxBatch
    ? Math.max(entries.length, minCount)
    : minCount

interface Counted {
  readonly count: number
  readonly entries: Either.Either<unknown, Unread>
}

/**
 * Counts the sends of a batch, for which it must be read first. An unreadable batch is counted too,
 * and refused afterwards. A batch larger than the key's limit counts as one: its bucket never holds
 * more, so retrying later would be in vain.
 */
export const batchCount = (
  { rate_limit = Number.POSITIVE_INFINITY }: Pick<Principal, "rate_limit">,
  read: Effect.Effect<unknown, Unread | LargeBodiesBusy>
): Effect.Effect<Counted, LargeBodiesBusy> =>
  Effect.flatMap(Effect.either(read), (body) => {
    // Nothing was read, and only this error makes the host discard the rest of the body.
    if (Either.isLeft(body) && body.left._tag === "LargeBodiesBusy") return body.left
    const entries = Either.map(body as Either.Either<unknown, Unread>, entriesOf)
    const count = countOf(Either.getOrElse(entries, () => []))
    return Effect.succeed(
      count <= rate_limit
        ? { count, entries }
        : {
            count: minCount,
            entries: Either.left(
              ValidationFailed.at(
                "emails",
                `must have at most ${String(rate_limit)} sends, as many as this key may make in a minute`
              )
            )
          }
    )
  })

const entryOf = (entry: Entry, requestId: string): BatchResult["data"][number] =>
  Either.match(entry, {
    onRight: (result) => ({
      status: result.idempotent_replay ? (200 as const) : (201 as const),
      ...result
    }),
    onLeft: (error) =>
      batchEntryOf(isOperationError(error) ? error : new InternalError({ request_id: requestId }))
  })

/** Each entry with its own status and the body that a single send would have returned. */
export const answerBatch = (
  entries: ReadonlyArray<Entry>,
  requestId: string
): Effect.Effect<BatchResult> =>
  Effect.as(logFailures(entries), { data: entries.map((entry) => entryOf(entry, requestId)) })

/** Logs storage errors once per batch, since all entries fail for the same reason. */
const logFailures = (entries: ReadonlyArray<Entry>): Effect.Effect<void> => {
  const failures = entries.flatMap((entry) =>
    Either.isLeft(entry) && entry.left._tag === "StorageError" ? [entry.left] : []
  )
  const [first] = failures
  if (first === undefined) return Effect.void
  const log = failures.some(isOperationError) ? Effect.logWarning : Effect.logError
  return log(
    `${String(failures.length)} of ${String(entries.length)} sends of a batch failed.`,
    first
  )
}
