import type { EmailEvent, OperatorWebhookEvent } from "@telemark/contract"
import type { WebhookCall } from "./WebhookCaller.js"
import { resendEvent } from "./resendEvent.js"

/** What is posted to every endpoint that takes an event. */
export type Posted = Pick<WebhookCall, "event_id" | "body">

export const postedOf = (event: EmailEvent | OperatorWebhookEvent): Posted => ({
  event_id: event.id,
  body: JSON.stringify(event)
})

/** To an endpoint that takes Resend's form. `firstOfSend`: the first message of its send. */
export const postedAsResend = (
  event: EmailEvent,
  firstOfSend: string = event.data.email_id
): Posted => ({ event_id: event.id, body: JSON.stringify(resendEvent(event, firstOfSend)) })
