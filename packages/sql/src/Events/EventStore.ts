import { EventStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"
import { makeList } from "./list.js"
import { makeOfEmail } from "./ofEmail.js"
import { eventColumns, eventOf, type EventRow } from "./eventRows.js"

export const layerEventStore = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const { sql, tables } = yield* Database
    const columns = sql.literal(eventColumns.join(", "))

    return {
      ofEmail: yield* makeOfEmail,

      find: (tenantId, id) =>
        stored(Effect.map(
          sql<EventRow>`SELECT ${columns} FROM ${tables.events} WHERE id = ${id} AND tenant_id = ${tenantId}`,
          ([row]) => row && eventOf(row)
        )),

      list: yield* makeList
    }
  })
)
