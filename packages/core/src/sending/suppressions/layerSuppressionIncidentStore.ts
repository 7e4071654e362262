import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import {
  incidentMillis,
  suppressionCause,
  type SuppressionIncident,
  type SuppressionIncidentRecord
} from "./SuppressionIncident.js"
import { SuppressionIncidentStore } from "./SuppressionIncidentStore.js"

/** The maximum of active incidents that are read: more than a process has brakes. */
const maxActive = 1000

export const layerSuppressionIncidentStore = Layer.effect(
  SuppressionIncidentStore,
  Effect.map(Database, ({ sql, tables, write }) => {
    const incidentColumns = sql.literal(
      "id, route, tenant_id, wording, since, engaged_at, ends_at, suppressed"
    )
    const columns = sql.literal(
      "id, route, tenant_id, wording, since, engaged_at, ends_at, suppressed, undone, undone_at"
    )

    return {
      save: ({ ends_at, engaged_at, id, route, since, suppressed, tenant_id, wording }) =>
        write(
          Effect.gen(function* () {
            yield* sql`INSERT INTO ${tables.suppression_incidents}
            ${sql.insert({ id, route, tenant_id, wording, since, engaged_at, ends_at, suppressed, undone: 0, undone_at: null })}
            ON CONFLICT (id) DO UPDATE SET ends_at = excluded.ends_at WHERE excluded.ends_at > suppression_incidents.ends_at`
            yield* sql`DELETE FROM ${tables.suppression_incidents} WHERE ends_at < ${engaged_at - incidentMillis}`
          })
        ),

      find: (id) =>
        stored(
          Effect.map(
            sql<SuppressionIncidentRecord>`SELECT ${columns} FROM ${tables.suppression_incidents} WHERE id = ${id}`,
            ([found]) => found
          )
        ),

      active: (now) =>
        stored(sql<SuppressionIncident>`SELECT ${incidentColumns} FROM ${tables.suppression_incidents} WHERE ends_at > ${now}
          ORDER BY ends_at DESC LIMIT ${maxActive}`),

      list: (limit) =>
        stored(
          sql<SuppressionIncidentRecord>`SELECT ${columns} FROM ${tables.suppression_incidents} WHERE id > '' ORDER BY id DESC LIMIT ${limit}`
        ),

      undo: (incident, limit, now) => {
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
)
