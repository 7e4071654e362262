import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { AlongChange, type WrittenAlong } from "../../database/change.js"
import { Database } from "../../database/Database.js"
import { countedIdAt, Entropy, maxCounted } from "../../kernel/ids.js"
import { type AuditedChange, CurrentAuditOrigin, newRecord } from "./AuditEntry.js"
import { auditQueries } from "./auditTable.js"

/** Further back, the clock was set. */
const maxBack = 60_000

let latest = { millis: Number.NEGATIVE_INFINITY, count: 0 }

/** Entries of a process are listed in the order in which they were made, also of one millisecond. */
const nextId = (now: number, random: Uint8Array): string => {
  const { count, millis } = latest
  if (now > millis || millis - now > maxBack) latest = { millis: now, count: 0 }
  else if (count + 1 < maxCounted) latest = { millis, count: count + 1 }
  else latest = { millis: millis + 1, count: 0 }
  return countedIdAt("aud", latest.millis, latest.count, random)
}

/** Writes entries of the audit log. Nothing but retention, and the end of a tenant, removes them. */
export const makeRecordChanges = Effect.gen(function* () {
  const { write } = yield* Database
  const { insert } = yield* auditQueries

  const recordOf = (change: AuditedChange) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return newRecord(
        nextId(now, (yield* Entropy).bytes(16)),
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
          // Made when it is written: ids of entries are looked for by the time at which they appear.
          const written = (madeId?: string) =>
            Effect.flatMap(recordOf(change), (record) =>
              insert({ ...record, target_id: madeId ?? record.target_id })
            )
          const along: WrittenAlong = { isWritten: false, write: written }
          const result = yield* Effect.ensuring(
            Effect.tap(Effect.provideService(effect, AlongChange, along), () =>
              along.isWritten ? Effect.void : write(written())
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
