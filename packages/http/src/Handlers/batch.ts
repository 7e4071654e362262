import { type Caller, largestBatch, type SendBatch, type SendError, type SendRequest, type SendResult, ValidationFailed } from "@telemark/core"
import { Effect, Either } from "effect"
import { InternalError, isWireError, problemOf } from "../Errors/index.js"

type Entry = Either.Either<SendResult, SendError>

/** What a batch counts as that isn't one: what is refused costs a send, as everywhere. */
const least = 1

/** The entries of a batch as they were sent, whatever they are; none if it isn't one. Core says what is wrong with them. */
export const entriesOf = (body: Partial<SendBatch> | null): ReadonlyArray<SendRequest> => body?.emails ?? []

/** Whether it is a batch that its key may never send: its entries count all together, and a key's bucket holds no more than its limit. */
const isBeyond = (entries: ReadonlyArray<SendRequest>, { rate_limit }: Caller): boolean =>
  Array.isArray(entries) && entries.length <= largestBatch && entries.length > rate_limit

/** How many sends a batch counts as against the key's rate limit; one, where it is refused as a whole. */
export const countOf = (entries: ReadonlyArray<SendRequest>, caller: Caller): number =>
  Array.isArray(entries) && entries.length <= largestBatch && !isBeyond(entries, caller) ? Math.max(entries.length, least) : least

/** The entries, unless they are more than their key may ever send: told that it is to wait, a client would do so in vain. */
export const withinLimit = (entries: ReadonlyArray<SendRequest>, caller: Caller): Either.Either<ReadonlyArray<SendRequest>, ValidationFailed> =>
  isBeyond(entries, caller)
    ? Either.left(ValidationFailed.at("emails", `must have at most ${String(caller.rate_limit)} sends, as many as this key may make in a minute`))
    : Either.right(entries)

/** What came of one entry: its own status, and what a send of its own would have been answered. */
export const answerOf = (entry: Entry, requestId: string): object =>
  Either.match(entry, {
    onRight: (result) => ({ status: result.idempotent_replay ? 200 : 201, ...result }),
    onLeft: (error) => problemOf(isWireError(error) ? error : new InternalError({ request_id: requestId }))
  })

const isStorageError = (error: SendError) => error._tag === "StorageError"

/** Logs why the storage took some entries not: once for a batch, since all have the same cause. */
export const logFailures = (entries: ReadonlyArray<Entry>): Effect.Effect<void> => {
  const failures = entries.flatMap((entry) => Either.isLeft(entry) && isStorageError(entry.left) ? [entry.left] : [])
  const [first] = failures
  if (first === undefined) return Effect.void
  const log = failures.some(isWireError) ? Effect.logWarning : Effect.logError
  return log(`${String(failures.length)} of ${String(entries.length)} sends of a batch failed.`, first)
}
