import {
  type BatchResult, InternalError, type LargeBodiesBusy, maxBatch, type PayloadTooLarge, type SendResult, ValidationFailed
} from "@telemark/contract"
import type { Caller, SendError } from "@telemark/core"
import { Effect, Either } from "effect"
import { batchEntryOf, isOperationError } from "../Answers/index.js"

type Entry = Either.Either<SendResult, SendError>
type Unread = ValidationFailed | PayloadTooLarge

/** What a batch counts as that isn't one: what is refused costs a send, as everywhere. */
const least = 1

/** The entries of a batch as they were sent, whatever they are; none if it isn't one. Core says what is wrong with them. */
const entriesOf = (body: unknown): unknown => (body as { readonly emails?: unknown } | null)?.emails ?? []

/** How many sends a batch counts as; one, where it is refused as a whole. */
const countOf = (entries: unknown): number =>
  Array.isArray(entries) && entries.length <= maxBatch ? Math.max(entries.length, least) : least

/** How many sends a request counts as, and its entries, once these have been counted. */
interface Counted {
  readonly count: number
  readonly entries: Either.Either<unknown, Unread>
}

/**
 * How many sends a batch counts as is only known once it is read. What can't be read is counted as well, and refused afterwards. A batch
 * that its key may never send, since a bucket holds no more than the key's limit, counts as one: a client that were told to wait would do so in vain.
 */
export const batchCount = ({ rate_limit }: Caller, read: Effect.Effect<unknown, Unread | LargeBodiesBusy>): Effect.Effect<Counted, LargeBodiesBusy> =>
  Effect.flatMap(Effect.either(read), (body) => {
    // Nothing was read, and only this answer has the rest of the body thrown away.
    if (Either.isLeft(body) && body.left._tag === "LargeBodiesBusy") return body.left
    const entries = Either.map(body as Either.Either<unknown, Unread>, entriesOf)
    const count = countOf(Either.getOrElse(entries, () => []))
    return Effect.succeed(count <= rate_limit ? { count, entries } : {
      count: least,
      entries: Either.left(ValidationFailed.at("emails", `must have at most ${String(rate_limit)} sends, as many as this key may make in a minute`))
    })
  })

const entryOf = (entry: Entry, requestId: string): BatchResult["data"][number] =>
  Either.match(entry, {
    onRight: (result) => ({ status: result.idempotent_replay ? 200 as const : 201 as const, ...result }),
    onLeft: (error) => batchEntryOf(isOperationError(error) ? error : new InternalError({ request_id: requestId }))
  })

/** What came of each entry: its own status, and what a send of its own would have been answered. */
export const answerBatch = (entries: ReadonlyArray<Entry>, requestId: string): Effect.Effect<BatchResult> =>
  Effect.as(logFailures(entries), { data: entries.map((entry) => entryOf(entry, requestId)) })

/** Logs why the storage took some entries not: once for a batch, since all have the same cause. */
const logFailures = (entries: ReadonlyArray<Entry>): Effect.Effect<void> => {
  const failures = entries.flatMap((entry) => Either.isLeft(entry) && entry.left._tag === "StorageError" ? [entry.left] : [])
  const [first] = failures
  if (first === undefined) return Effect.void
  const log = failures.some(isOperationError) ? Effect.logWarning : Effect.logError
  return log(`${String(failures.length)} of ${String(entries.length)} sends of a batch failed.`, first)
}
