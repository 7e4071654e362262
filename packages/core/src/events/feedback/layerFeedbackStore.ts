import type { StorageError } from "@telemark/contract"
import { Effect, Layer } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { batchedWrites } from "../../database/batchedWrites.js"
import { stored } from "../../database/storageError.js"
import {
  type FeedbackEntry,
  type FeedbackRecorded,
  FeedbackStore,
  type ReportsToRetry
} from "./FeedbackStore.js"
import type { StoredReport } from "./StoredReport.js"
import { type Decided, makeDecideTogether } from "./decideTogether.js"
import { makeFindMessages } from "./findMessages.js"
import { type Again, makeStoredReports, type NewReport } from "./storedReports.js"

/** Reports that share a transaction: webhooks bring them by the hundred. */
const maxTogether = 200

const toStore = <Reason>(
  { found, keep: { origin, report }, keepUnmatched }: FeedbackEntry<Reason>,
  decided: Decided<Reason>
): NewReport | undefined => {
  if (decided._tag === "Early")
    return { origin, report, reason: "too_early", email_id: found?.email_id ?? null }
  return decided._tag === "NotFound" && keepUnmatched
    ? { origin, report, reason: "unmatched", email_id: null }
    : undefined
}

const resultOf = <Reason>(
  { found }: Pick<FeedbackEntry<Reason>, "found">,
  decided: Decided<Reason>,
  isStored: boolean
): FeedbackRecorded<Reason> =>
  decided._tag === "Early"
    ? isStored
      ? { _tag: "Waiting", email_id: found?.email_id ?? "" }
      : { _tag: "TooEarly" }
    : decided

export const layerFeedbackStore = Layer.effect(
  FeedbackStore,
  Effect.gen(function* () {
    const { write } = yield* Database
    const decideTogether = yield* makeDecideTogether
    const findMessages = yield* makeFindMessages
    const reports = yield* makeStoredReports

    const recordTogether = (
      entries: ReadonlyArray<FeedbackEntry<unknown>>
    ): Effect.Effect<ReadonlyArray<FeedbackRecorded<unknown>>, SqlError.SqlError | StorageError> =>
      Effect.gen(function* () {
        const { decided, write } = yield* decideTogether(entries)
        const kept = entries.map((entry, index) =>
          toStore(entry, decided[index] ?? { _tag: "NotFound" })
        )
        const { isStored } = yield* reports.insert(kept.filter((one) => one !== undefined))
        yield* write
        const inOrder = [...isStored]
        return entries.map((entry, index) =>
          resultOf(
            entry,
            decided[index] ?? { _tag: "NotFound" },
            kept[index] !== undefined && inOrder.shift() === true
          )
        )
      })

    const record = yield* batchedWrites(recordTogether, {
      maxTogether,
      // A transaction of the application may lock one tenant's rows; reports on others' messages
      // are recorded all the same.
      ownerOf: ({ found, keep }) => found?.tenant_id ?? keep.origin.tenant_id ?? ""
    })

    const retryTogether = <Reason>(
      { emailIds, limit, now: dueBy }: ReportsToRetry,
      entryOf: (
        stored: StoredReport
      ) => Pick<FeedbackEntry<Reason>, "type" | "report_key" | "decide">
    ) =>
      Effect.gen(function* () {
        const locked = yield* emailIds === undefined
          ? reports.lockDue(dueBy, limit)
          : reports.lockWaiting(emailIds, limit)
        if (locked.length === 0) return []
        const found = yield* findMessages(
          locked.map(({ report: { message, recipient }, tenant_id }) => ({
            tenant_id,
            message,
            recipient
          }))
        )
        const entries = locked.map((one, index) => ({ ...entryOf(one), found: found[index] }))
        const { decided, now, write } = yield* decideTogether(entries)
        const again = locked.flatMap((stored, index): ReadonlyArray<Again> => {
          const tag = decided[index]?._tag
          if (tag === "Early")
            return [{ stored, reason: "too_early", email_id: found[index]?.email_id ?? null }]
          return tag === "NotFound" ? [{ stored, reason: "unmatched", email_id: null }] : []
        })
        const left = new Set(again.map(({ stored }) => stored.id))
        yield* reports.settle(
          locked.flatMap(({ id }) => (left.has(id) ? [] : [id])),
          again,
          now
        )
        yield* write
        return entries.map((entry, index) =>
          resultOf(entry, decided[index] ?? { _tag: "NotFound" }, true)
        )
      })

    return FeedbackStore.of({
      find: (queries) =>
        queries.length === 0 ? Effect.succeed([]) : stored(findMessages(queries)),

      record: <Reason>(entries: ReadonlyArray<FeedbackEntry<Reason>>) =>
        Effect.forEach(
          entries,
          (entry) => record(entry) as Effect.Effect<FeedbackRecorded<Reason>, StorageError>,
          { concurrency: "unbounded" }
        ),

      retry: (which, entryOf) => write(retryTogether(which, entryOf)),

      nextDue: stored(reports.nextDue),

      keepUnread: (origin, report) =>
        Effect.map(
          write(reports.insert([{ origin, report, reason: "unread", email_id: null }])),
          ({ added }) => added > 0
        ),

      listUnmatched: (tenantId, page) => stored(reports.list(tenantId, page))
    })
  })
)
