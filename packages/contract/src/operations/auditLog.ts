import { AuditLogPage, ListAuditLog } from "../auditLog.js"
import { get, readAllPages } from "./Operation.js"

export const auditLog = {
  /** Of the tenant; in the dashboard, the operator sees those of all tenants. */
  list: get("/audit-log", "audit:read", "List who changed what, newest first", {
    description: `Entries must match all filters. ${readAllPages}`,
    query: ListAuditLog,
    response: AuditLogPage,
    answers: { 200: "A page of entries." },
    mark: "data",
    allPages: "all"
  })
} as const
