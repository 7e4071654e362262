import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { EventStore } from "./EventStore.js"
import { makeAfter } from "./after.js"
import { eventColumns, eventOf, type EventRow } from "./eventRows.js"
import { makeList } from "./list.js"
import { makeOfEmail } from "./ofEmail.js"

export const layerEventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const { sql, tables } = yield* Database
    const columns = sql.literal(eventColumns.join(", "))

    return {
      ofEmail: yield* makeOfEmail,

      find: (tenantId, id) =>
        stored(
          Effect.map(
            sql<EventRow>`SELECT ${columns} FROM ${tables.events} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => row && eventOf(row)
          )
        ),

      list: yield* makeList,

      ...(yield* makeAfter),

      positionOf: (tenantId, id) =>
        stored(
          Effect.map(
            sql<{
              readonly position: number | null
            }>`SELECT position FROM ${tables.events} WHERE id = ${id} AND tenant_id = ${tenantId}`,
            ([row]) => row?.position ?? undefined
          )
        ),

      latest: (tenantId) =>
        stored(
          Effect.map(
            sql<{ readonly id: string; readonly position: number | null }>`
            SELECT id, position FROM ${tables.events} WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1`,
            ([row]) => (row === undefined || row.position === null ? undefined : row.id)
          )
        )
    }
  })
)
