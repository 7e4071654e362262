import { Schema } from "effect"
import { AuditEntry } from "./auditLog.js"
import { operatorWebhookEventTypes } from "./enumerations.js"
import { instant, named, text } from "./members.js"
import { TenantEvent, TenantEventType } from "./tenants.js"
import { webhookSchemas } from "./webhookSchemas.js"

export const OperatorWebhookEventType = Schema.Literals(operatorWebhookEventTypes).annotate({
  identifier: "OperatorWebhookEventType",
  description:
    "The types of events for the operator. `audit.recorded`: the audit log has a new entry, of any tenant. `tenant.warned`, `tenant.paused` and `tenant.resumed`: a tenant was warned of its complaints or bounces, its sending was paused, or resumed."
})
export type OperatorWebhookEventType = typeof OperatorWebhookEventType.Type

const id = text("The event's id; it is the same each time the event is delivered.")
const created_at = instant("When it happened.")

export const AuditWebhookEvent = named("AuditWebhookEvent", {
  id,
  type: Schema.Literal("audit.recorded"),
  created_at,
  data: AuditEntry
})
export type AuditWebhookEvent = typeof AuditWebhookEvent.Type

export const TenantWebhookEvent = named("TenantWebhookEvent", {
  id,
  type: TenantEventType,
  created_at,
  data: TenantEvent
})
export type TenantWebhookEvent = typeof TenantWebhookEvent.Type

/** What is posted to an endpoint of the operator. `data` is what the interface lists, too. */
export const OperatorWebhookEvent = Schema.Union([AuditWebhookEvent, TenantWebhookEvent]).annotate({
  identifier: "OperatorWebhookEvent",
  description: "An event for the operator. Distinguish them by `type`."
})
export type OperatorWebhookEvent = typeof OperatorWebhookEvent.Type

export const operatorWebhookSchemas = webhookSchemas("Operator", OperatorWebhookEventType)

export const CreateOperatorWebhookEndpoint = operatorWebhookSchemas.Create
export type CreateOperatorWebhookEndpoint = typeof CreateOperatorWebhookEndpoint.Type

export const UpdateOperatorWebhookEndpoint = operatorWebhookSchemas.Update
export type UpdateOperatorWebhookEndpoint = typeof UpdateOperatorWebhookEndpoint.Type

export const TestOperatorWebhook = operatorWebhookSchemas.Test
export type TestOperatorWebhook = typeof TestOperatorWebhook.Type

export const OperatorWebhookEndpoint = operatorWebhookSchemas.Endpoint
export type OperatorWebhookEndpoint = typeof OperatorWebhookEndpoint.Type

export const OperatorWebhookEndpointList = operatorWebhookSchemas.EndpointList
export type OperatorWebhookEndpointList = typeof OperatorWebhookEndpointList.Type

export const CreatedOperatorWebhookEndpoint = operatorWebhookSchemas.Created
export type CreatedOperatorWebhookEndpoint = typeof CreatedOperatorWebhookEndpoint.Type

export const OperatorWebhookAttempt = operatorWebhookSchemas.Attempt
export type OperatorWebhookAttempt = typeof OperatorWebhookAttempt.Type

export const OperatorWebhookAttemptList = operatorWebhookSchemas.AttemptList
export type OperatorWebhookAttemptList = typeof OperatorWebhookAttemptList.Type

export const OperatorWebhookAttemptDetail = operatorWebhookSchemas.AttemptDetail
export type OperatorWebhookAttemptDetail = typeof OperatorWebhookAttemptDetail.Type
