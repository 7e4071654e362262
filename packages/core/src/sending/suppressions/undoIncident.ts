import { NotFound, type StorageError, timestamp, timestampOrNull } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { isId } from "../../kernel/ids.js"
import type { SuppressionIncidentRecord } from "./SuppressionIncident.js"
import { SuppressionIncidentStore } from "./SuppressionIncidentStore.js"

/** An incident of the suppression brake for display. Times are RFC 3339, UTC. */
export interface SuppressionIncidentView {
  readonly id: string
  /** `platform`, or the id of the tenant whose own server it is. */
  readonly route: string
  /** The affected tenant; null: all tenants on the route. */
  readonly tenant_id: string | null
  /** The reply that isn't believed, without addresses, hosts, numbers and ids. */
  readonly wording: string
  /** Whether the brake is engaged: such a reply suppresses nobody, and its mail is deferred. */
  readonly active: boolean
  readonly since: string
  readonly engaged_at: string
  /** When suppressing starts again; later if such replies continue. */
  readonly ends_at: string
  /** Recipients suppressed before the brake engaged. */
  readonly suppressed: number
  /** Suppressions that were removed, and when the last of them was. */
  readonly undone: number
  readonly undone_at: string | null
}

/** The result of undoing an incident. */
export interface UndoneIncident {
  readonly incident: SuppressionIncidentView
  readonly removed: number
}

/** Suppressions removed per transaction: on SQLite, nothing else writes meanwhile. */
const maxTogether = 200

const maxListed = 100

const view = (record: SuppressionIncidentRecord, now: number): SuppressionIncidentView => {
  const {
    ends_at,
    engaged_at,
    id,
    route,
    since,
    suppressed,
    tenant_id,
    undone,
    undone_at,
    wording
  } = record
  return {
    id,
    route,
    tenant_id,
    wording,
    active: ends_at > now,
    since: timestamp(since),
    engaged_at: timestamp(engaged_at),
    ends_at: timestamp(ends_at),
    suppressed,
    undone,
    undone_at: timestampOrNull(undone_at)
  }
}

/** The newest 100 incidents of the last 90 days, newest first. */
export const listIncidents: Effect.Effect<
  ReadonlyArray<SuppressionIncidentView>,
  StorageError,
  SuppressionIncidentStore
> = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const records = yield* (yield* SuppressionIncidentStore).list(maxListed)
  return records.map((record) => view(record, now))
})

/**
 * Removes what an incident suppressed, in small transactions. Repeatable: another worker may add
 * some until its own brake engages.
 */
export const undoIncident = (
  id: string
): Effect.Effect<UndoneIncident, NotFound | StorageError, SuppressionIncidentStore> =>
  Effect.gen(function* () {
    const store = yield* SuppressionIncidentStore
    const find = Effect.filterOrFail(
      Effect.suspend(() => (isId("inc", id) ? store.find(id) : Effect.succeed(undefined))),
      (found) => found !== undefined,
      () => new NotFound()
    )
    const found = yield* find
    let removed = 0
    for (let last = maxTogether; last === maxTogether; removed += last) {
      last = yield* store.undo(found, maxTogether, yield* Clock.currentTimeMillis)
    }
    return { incident: view(yield* find, yield* Clock.currentTimeMillis), removed }
  })
