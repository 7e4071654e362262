import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { RecordedEvent } from "../log/Event.js"
import { type EventPosition, eventQueries } from "../log/eventTable.js"

export interface EventPiece {
  readonly events: ReadonlyArray<RecordedEvent>
  /** No event up to this position can appear any more. */
  readonly upTo: number
}

export interface EventTail {
  readonly head: Effect.Effect<number, StorageError>
  /**
   * Among a bounded number after a position. Ends before an event whose predecessors may still be
   * uncommitted. With `until`, where an earlier call ended, it returns 100 events at most, of some
   * 256 KiB. One caller at a time goes without `until`.
   */
  readonly after: (
    tenantIds: ReadonlyArray<string>,
    position: number,
    until?: number
  ) => Effect.Effect<EventPiece, StorageError>
  /** Undefined if there is no such event, or it has no position. */
  readonly positionOf: (
    tenantId: string,
    id: string
  ) => Effect.Effect<number | undefined, StorageError>
  /** By id, if it has a position. */
  readonly latest: (tenantId: string) => Effect.Effect<string | undefined, StorageError>
}

/** Positions of one call, whoever's events they are. */
const max = 500

/**
 * Of one call, and how many events at once: then octets are counted. Each may have 16 KiB of
 * metadata.
 */
const past = { events: 100, octets: 256 * 1024, together: 25 }

/** A transaction that records events is over in milliseconds, unless the host keeps it open. */
const maxHeldMillis = 10_000

/** As it was first seen. */
interface Gap {
  readonly since: number
  /**
   * Once all transactions before this number have ended, the gap stays. Undefined until it was seen
   * twice: at first, its transaction may have no number.
   */
  readonly settledFrom: number | undefined
}

type Gaps = ReadonlyMap<number, Gap>

/** No other row can come between these. */
const settledRows = (
  rows: ReadonlyArray<EventPosition>,
  after: number,
  before: Gaps,
  now: number
): { readonly rows: ReadonlyArray<EventPosition>; readonly gaps: Gaps } => {
  const gaps = new Map<number, Gap>()
  let expected = after + 1
  let end: number | undefined
  for (const [index, { newest, oldest, position }] of rows.entries()) {
    if (position > expected) {
      const known = before.get(expected)
      const isOver =
        known !== undefined &&
        ((known.settledFrom !== undefined && oldest >= known.settledFrom) ||
          now - known.since >= maxHeldMillis)
      if (!isOver) {
        gaps.set(expected, {
          since: known?.since ?? now,
          settledFrom: known === undefined ? undefined : (known.settledFrom ?? newest)
        })
        end ??= index
      } else if (end !== undefined) gaps.set(expected, known)
    }
    expected = position + 1
  }
  return { rows: end === undefined ? rows : rows.slice(0, end), gaps }
}

/**
 * Postgres counts positions as rows are written, not as they are committed: one that is missing may
 * still come. So nothing after it is read until its transaction has ended.
 */
export const makeEventTail: Effect.Effect<EventTail, never, Database> = Effect.gen(function* () {
  const { dialect } = yield* Database
  const events = yield* eventQueries
  const isOrdered = dialect.isSynchronous
  let gaps: Gaps = new Map()

  const recordedOf = (rows: ReadonlyArray<EventPosition>) => {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return Effect.succeed([])
    return Effect.map(events.findRecorded(ids), (found) => {
      const byId = new Map(found.map((recorded) => [recorded.event.id, recorded]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    })
  }

  /** And the last row that was read if there are more. */
  const firstOf = (rows: ReadonlyArray<EventPosition>) =>
    Effect.gen(function* () {
      const found: Array<RecordedEvent> = []
      let octets = 0
      let read = 0
      while (read < Math.min(rows.length, past.events) && octets < past.octets) {
        const some = yield* recordedOf(rows.slice(read, read + past.together))
        for (const { email } of some) octets += JSON.stringify(email.metadata).length
        found.push(...some)
        read += past.together
      }
      return { found, last: read < rows.length ? rows[read - 1] : undefined }
    })

  const ofThePast = (tenantIds: ReadonlyArray<string>, position: number, until: number) =>
    Effect.gen(function* () {
      const rows = yield* events.listAfter(position, until, max)
      const wanted = rows.filter(({ tenant_id }) => tenantIds.includes(tenant_id))
      const { found, last } = yield* firstOf(wanted)
      const end = rows.length < max ? until : (rows.at(-1)?.position ?? until)
      return { events: found, upTo: last?.position ?? end }
    })

  const news = (tenantIds: ReadonlyArray<string>, position: number) =>
    Effect.gen(function* () {
      let rows = yield* events.listAfter(position, undefined, max)
      if (!isOrdered) {
        const settled = settledRows(rows, position, gaps, yield* Clock.currentTimeMillis)
        gaps = settled.gaps
        rows = settled.rows
      }
      const found = yield* recordedOf(rows.filter(({ tenant_id }) => tenantIds.includes(tenant_id)))
      const last = rows.at(-1)?.position
      // With one writer, counting begins again if all events were removed.
      const end = last ?? (isOrdered ? Math.min(position, yield* events.head) : position)
      return { events: found, upTo: end }
    })

  return {
    head: stored(events.head),
    after: (tenantIds, position, until) =>
      stored(
        until === undefined ? news(tenantIds, position) : ofThePast(tenantIds, position, until)
      ),
    positionOf: (tenantId, id) => stored(events.positionOf(tenantId, id)),
    latest: (tenantId) => stored(events.latest(tenantId))
  }
})
