import type * as Statement from "effect/sql/Statement"
import type { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { given } from "../../database/given.js"
import type { WebhookKey } from "./WebhookQueue.js"

/**
 * The condition that a row of `webhook_queue` is one of these. The one on the event keeps Postgres
 * from a full scan: a tenant has only ten endpoints.
 */
export const makeAmongKeys = (
  database: typeof Database.Service
): ((keys: ReadonlyArray<WebhookKey>) => Statement.Fragment) => {
  const { sql } = database
  const among = makeAmong(database)
  const rows = given(database, { event_id: "text", endpoint_id: "integer" })
  return (keys) =>
    sql`event_id ${among(keys.map(({ event_id }) => event_id))}
      AND (event_id, endpoint_id) IN (SELECT event_id, endpoint_id FROM ${rows(keys)} AS given)`
}
