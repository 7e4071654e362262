import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { RecordedEvent } from "./Event.js"
import type { EventTail } from "./EventStore.js"
import { makeFindRecorded } from "./findRecorded.js"

interface Row {
  readonly position: number
  readonly id: string
  readonly tenant_id: string
  /**
   * The transactions before `oldest` have ended, and those from `newest` on haven't begun; both 0
   * where there is one writer.
   */
  readonly oldest: number
  readonly newest: number
}

/** Positions that one call looks at, whoever's events they are. */
const max = 500

/**
 * What one call for events of the past reads at most, and how many of them at once: the next look
 * at how many octets there are by now comes after these. Each may have 16 KiB of metadata.
 */
const past = { events: 100, octets: 256 * 1024, together: 25 }

/**
 * How long a position without an event may hold up what follows. A transaction that records events
 * is over in milliseconds, unless the host keeps it open.
 */
const maxHeldMillis = 10_000

interface Gap {
  readonly since: number
  /**
   * A transaction number: once all before it have ended, the gap stays. Undefined until it was seen
   * twice: at first, its transaction may have no number.
   */
  readonly settledFrom: number | undefined
}

/**
 * Reads events in the order of their positions. Postgres counts positions as rows are written, not
 * as they are committed: one that is missing may still come. So nothing after it is read until its
 * transaction has ended, one way or the other.
 */
export const makeAfter = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  const findRecorded = yield* makeFindRecorded
  const transactions = sql.literal(dialect.runningTransactions)
  const isOrdered = dialect.isSynchronous
  let gaps: ReadonlyMap<number, Gap> = new Map()

  const head = Effect.map(
    sql<{
      readonly position: number
    }>`SELECT position FROM ${tables.events} WHERE position > 0 ORDER BY position DESC LIMIT 1`,
    ([row]) => row?.position ?? 0
  )

  /** The rows that no other can come between, and notes which positions are missing. */
  const settled = (rows: ReadonlyArray<Row>, after: number, now: number): ReadonlyArray<Row> => {
    const noted = new Map<number, Gap>()
    let expected = after + 1
    let end: number | undefined
    for (const [index, { newest, oldest, position }] of rows.entries()) {
      if (position > expected) {
        const known = gaps.get(expected)
        const isOver =
          known !== undefined &&
          ((known.settledFrom !== undefined && oldest >= known.settledFrom) ||
            now - known.since >= maxHeldMillis)
        if (!isOver) {
          noted.set(expected, {
            since: known?.since ?? now,
            settledFrom: known === undefined ? undefined : (known.settledFrom ?? newest)
          })
          end ??= index
        } else if (end !== undefined) noted.set(expected, known)
      }
      expected = position + 1
    }
    gaps = noted
    return end === undefined ? rows : rows.slice(0, end)
  }

  const read = (after: number, until: number | undefined) => sql<Row>`
    SELECT position, id, tenant_id, ${transactions} FROM ${tables.events}
    WHERE position > ${after} ${until === undefined ? sql.literal("") : sql`AND position <= ${until}`} ORDER BY position LIMIT ${max}`

  const recordedOf = (
    rows: ReadonlyArray<Row>
  ): Effect.Effect<ReadonlyArray<RecordedEvent>, SqlError.SqlError> => {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return Effect.succeed([])
    return Effect.map(findRecorded(ids), (found) => {
      const byId = new Map(found.map((recorded) => [recorded.event.id, recorded]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    })
  }

  /** The first events of the rows, and the last row that was read. */
  const firstOf = (rows: ReadonlyArray<Row>) =>
    Effect.gen(function* () {
      const events: Array<RecordedEvent> = []
      let octets = 0
      let read = 0
      while (read < Math.min(rows.length, past.events) && octets < past.octets) {
        const found = yield* recordedOf(rows.slice(read, read + past.together))
        for (const { email } of found) octets += JSON.stringify(email.metadata).length
        events.push(...found)
        read += past.together
      }
      return { events, last: read < rows.length ? rows[read - 1] : undefined }
    })

  const after = (
    tenantIds: ReadonlyArray<string>,
    after: number,
    until?: number
  ): Effect.Effect<EventTail, StorageError> =>
    stored(
      Effect.gen(function* () {
        const found = yield* read(after, until)
        const rows =
          isOrdered || until !== undefined
            ? found
            : settled(found, after, yield* Clock.currentTimeMillis)
        const wanted = rows.filter(({ tenant_id }) => tenantIds.includes(tenant_id))
        const last = rows.at(-1)?.position
        if (until !== undefined) {
          const end = found.length < max ? until : (last ?? until)
          const first = yield* firstOf(wanted)
          return { events: first.events, upTo: first.last?.position ?? end }
        }
        const events = yield* recordedOf(wanted)
        // With one writer, counting begins again if all events were removed.
        return { events, upTo: last ?? (isOrdered ? Math.min(after, yield* head) : after) }
      })
    )

  return { head: stored(head), after }
})
