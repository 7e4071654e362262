import {
  type AuditEntry,
  type OperatorWebhookEvent,
  type OperatorWebhookEventType,
  type TenantEventType,
  timestamp
} from "@telemark/contract"
import { instantOfId } from "../../kernel/ids.js"
import { type OperatorEventData, operatorEventView } from "../reputation/OperatorEvent.js"

/** No tenant can have a name with a blank, so nobody takes it for one. */
const tenant = "sample tenant"

const sampleEntry = (id: string, created_at: string): AuditEntry => ({
  id,
  created_at,
  operation: "apiKeys.create",
  outcome: "done",
  actor: { kind: "operator", id: null, name: "ada@example.com" },
  tenant,
  target: { kind: "api_key", id: id.replace(/^aud/, "key") },
  members: ["name", "scopes"],
  ip_address: "192.0.2.1",
  user_agent: "A sample event from Telemark"
})

const excess = { measure: "complaints", window: "day", count: 10, sent: 2500 } as const
const domain = "mail.example.com"

const dataOf: Readonly<Record<TenantEventType, Omit<OperatorEventData, "tenant">>> = {
  "tenant.warned": { domain, excess: { ...excess, level: "warn" } },
  "tenant.paused": {
    reason: "complaints",
    note: "A sample event from Telemark",
    domain,
    excess: { ...excess, level: "pause" }
  },
  "tenant.resumed": {}
}

/** About a tenant that doesn't exist. Everything follows from the id, as of `sampleOfId`. */
export const sampleOperatorEvent = (
  type: OperatorWebhookEventType,
  id: string
): OperatorWebhookEvent => {
  const at = instantOfId(id)
  const created_at = timestamp(at)
  if (type === "audit.recorded") return { id, type, created_at, data: sampleEntry(id, created_at) }
  const data = { tenant, ...dataOf[type] }
  return {
    id,
    type,
    created_at,
    data: operatorEventView({ id, type, tenant_id: "", created_at: at, data })
  }
}
