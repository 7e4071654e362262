import type { OperatorWebhookEventType } from "@telemark/contract"
import type { Database } from "../../database/Database.js"
import { operatorOwner } from "./operatorOwner.js"

/**
 * The outbox rows of the operator's endpoints that take an event. It belongs into the transaction
 * that writes the event. Workers see it when they poll next, within a second: such events are rare.
 */
export const makeQueueForOperator =
  ({ sql, tables }: typeof Database.Service) =>
  (type: OperatorWebhookEventType, event: { readonly id: string; readonly created_at: number }) =>
    sql`INSERT INTO ${tables.webhook_queue} (endpoint_id, event_id, tenant_id, attempts, due_at)
      SELECT id, ${event.id}, tenant_id, 0, ${event.created_at} FROM ${tables.webhook_endpoints}
      WHERE tenant_id = ${operatorOwner} AND active = 1 AND events LIKE ${`%"${type}"%`} ON CONFLICT DO NOTHING`
