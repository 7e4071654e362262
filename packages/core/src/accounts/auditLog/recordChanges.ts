import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { AlongChange, type WrittenAlong } from "../../database/change.js"
import { Database } from "../../database/Database.js"
import { Entropy, idAt } from "../../kernel/ids.js"
import { type AuditedChange, CurrentAuditOrigin, newRecord } from "./AuditEntry.js"
import { auditQueries } from "./auditTable.js"

/** Further back, the clock was set. */
const maxBack = 60_000

let latest = Number.NEGATIVE_INFINITY

/** Entries of a process are listed in the order in which they were made, also of one millisecond. */
const nextInstant = (now: number): number => {
  latest = now > latest || latest - now > maxBack ? now : latest + 1
  return latest
}

/** Writes entries of the audit log. Nothing but retention, and the end of a tenant, removes them. */
export const makeRecordChanges = Effect.gen(function* () {
  const { write } = yield* Database
  const { insert } = yield* auditQueries

  const recordOf = (change: AuditedChange) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return newRecord(
        idAt("aud", nextInstant(now), (yield* Entropy).bytes(16)),
        now,
        change,
        yield* CurrentAuditOrigin
      )
    })

  return {
    /**
     * Writes the entry in the transaction of the first `change` that the effect makes. An effect
     * that makes none has its entry as soon as it has succeeded, and one that fails has none.
     */
    recording:
      (change: AuditedChange) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageError, R> =>
        Effect.gen(function* () {
          const record = yield* recordOf(change)
          const along: WrittenAlong = {
            isWritten: false,
            write: (madeId = record.target_id ?? undefined) =>
              insert({ ...record, target_id: madeId ?? null })
          }
          const result = yield* Effect.ensuring(
            Effect.tap(Effect.provideService(effect, AlongChange, along), () =>
              along.isWritten ? Effect.void : write(insert(record))
            ),
            // What the effect has begun, and goes on, is none of it.
            Effect.sync(() => {
              along.isWritten = true
            })
          )
          return result
        }),

    /**
     * What changes nothing, such as a sign-in that is refused; or, within a transaction, what is
     * known only there.
     */
    note: (change: AuditedChange): Effect.Effect<void, StorageError> =>
      Effect.flatMap(recordOf(change), (record) => Effect.asVoid(write(insert(record))))
  }
})

export type RecordChanges = Effect.Success<typeof makeRecordChanges>
