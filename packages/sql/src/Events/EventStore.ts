import { type EventRecord, EventStore } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Database, stored } from "../Database/index.js"

type Row = Omit<EventRecord, "data"> & { readonly data: string }

export const layerEventStore = Layer.effect(
  EventStore,
  Effect.map(Database, ({ sql }) => ({
    ofEmail: (tenantId, emailId) =>
      stored(Effect.map(
        sql<Row>`SELECT id, tenant_id, email_id, type, data, created_at FROM events
          WHERE email_id = ${emailId} AND tenant_id = ${tenantId} ORDER BY created_at, id`,
        (rows) => rows.map((row): EventRecord => ({ ...row, data: JSON.parse(row.data) as EventRecord["data"] }))
      ))
  }))
)
