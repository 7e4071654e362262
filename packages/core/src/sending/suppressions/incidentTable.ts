import { NotFound, type StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { defineTable } from "../../database/table.js"
import { isId } from "../../kernel/ids.js"
import { repeatInTurns } from "../../kernel/timeSlices.js"
import { orNotFound } from "../../operations/found.js"
import {
  incidentMillis,
  suppressionCause,
  type SuppressionIncident,
  type SuppressionIncidentRecord,
  type SuppressionIncidentView,
  viewOfIncident
} from "./SuppressionIncident.js"

/** The maximum of active incidents that are read: more than a process has brakes. */
const maxActive = 1000

/** All plain: a row is a record. */
const incidentTable = defineTable<SuppressionIncidentRecord>()({
  id: "plain",
  route: "plain",
  tenant_id: "plain",
  wording: "plain",
  since: "plain",
  engaged_at: "plain",
  ends_at: "plain",
  suppressed: "plain",
  undone: "plain",
  undone_at: "plain"
})

export const incidentQueries = Effect.map(Database, ({ sql, tables, write }) => {
  const columns = sql.literal(incidentTable.columns)
  return {
    /**
     * Stores a new incident or the later end of a stored one. Deletes incidents that ended
     * `incidentMillis` ago.
     */
    save: (incident: SuppressionIncident) =>
      write(
        Effect.gen(function* () {
          yield* sql`INSERT INTO ${tables.suppression_incidents}
            ${sql.insert(incidentTable.encode({ ...incident, undone: 0, undone_at: null }))}
            ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at WHERE excluded.ends_at > suppression_incidents.ends_at`
          yield* sql`DELETE FROM ${tables.suppression_incidents} WHERE ends_at < ${incident.engaged_at - incidentMillis}`
        })
      ),

    find: (id: string) =>
      Effect.map(
        sql<SuppressionIncidentRecord>`SELECT ${columns} FROM ${tables.suppression_incidents} WHERE id = ${id}`,
        ([found]) => found
      ),

    /** Those that end after `now`. */
    active: (
      now: number
    ) => sql<SuppressionIncidentRecord>`SELECT ${columns} FROM ${tables.suppression_incidents} WHERE ends_at > ${now}
      ORDER BY ends_at DESC LIMIT ${maxActive}`,

    /** Newest first. */
    list: (limit: number) =>
      sql<SuppressionIncidentRecord>`SELECT ${columns} FROM ${tables.suppression_incidents} WHERE id > '' ORDER BY id DESC LIMIT ${limit}`,

    /**
     * Removes at most `limit` suppressions with the reason `bounce` and the incident's cause that
     * were added from `since` to `ends_at`, for its tenant if it has one, and adds their number to
     * the incident. Returns the number.
     */
    undo: (incident: SuppressionIncident, limit: number, now: number) => {
      const { ends_at, id, since, tenant_id } = incident
      const ofTenant = tenant_id === null ? sql.literal("") : sql`AND tenant_id = ${tenant_id}`
      return write(
        Effect.gen(function* () {
          const removed =
            yield* sql`DELETE FROM ${tables.suppressions} WHERE (tenant_id, folded, topic) IN (
              SELECT tenant_id, folded, topic FROM ${tables.suppressions}
              WHERE cause = ${suppressionCause(incident)} AND added_at >= ${since} AND added_at <= ${ends_at} AND reason = 'bounce' ${ofTenant}
              ORDER BY added_at LIMIT ${limit})
            RETURNING folded`
          if (removed.length > 0) {
            yield* sql`UPDATE ${tables.suppression_incidents} SET undone = undone + ${removed.length}, undone_at = ${now} WHERE id = ${id}`
          }
          return removed.length
        })
      )
    }
  }
})

const maxListed = 100

/** The newest 100 incidents of the last 90 days, newest first. */
export const listIncidents: Effect.Effect<
  ReadonlyArray<SuppressionIncidentView>,
  StorageError,
  Database
> = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const records = yield* stored((yield* incidentQueries).list(maxListed))
  return records.map((record) => viewOfIncident(record, now))
})

export interface UndoneIncident {
  readonly incident: SuppressionIncidentView
  readonly removed: number
}

/** Suppressions removed per transaction: on SQLite, nothing else writes meanwhile. */
const maxTogether = 200

/**
 * Removes what an incident suppressed, in small transactions. Repeatable: another worker may add
 * some until its own brake engages.
 */
export const undoIncident = (
  id: string
): Effect.Effect<UndoneIncident, NotFound | StorageError, Database> =>
  Effect.gen(function* () {
    const incidents = yield* incidentQueries
    const find = isId("inc", id) ? orNotFound(stored(incidents.find(id))) : new NotFound()
    const found = yield* find
    let removed = 0
    yield* repeatInTurns(
      Effect.gen(function* () {
        const last = yield* incidents.undo(found, maxTogether, yield* Clock.currentTimeMillis)
        removed += last
        return last
      }),
      (last) => last === maxTogether
    )
    return { incident: viewOfIncident(yield* find, yield* Clock.currentTimeMillis), removed }
  })
