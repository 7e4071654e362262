import type { EmailEvent, OperatorWebhookEvent } from "@telemark/contract"
import type { WebhookCall } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import { resendEvent } from "./resendEvent.js"

/** What is posted to every endpoint that takes an event. */
export type Posted = Pick<WebhookCall, "event_id" | "body">

export const postedOf = (
  event: EmailEvent,
  { format }: Pick<WebhookEndpointRecord, "format"> = { format: null },
  firstOfSend: string = event.data.email_id
): Posted => ({
  event_id: event.id,
  body: JSON.stringify(format === "resend" ? resendEvent(event, firstOfSend) : event)
})

export const postedToOperator = (event: OperatorWebhookEvent): Posted => ({
  event_id: event.id,
  body: JSON.stringify(event)
})
