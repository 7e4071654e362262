/** Telemark's webhooks: what they say, and whether it was Telemark that said it. Stands alone: who only receives needs no client. */
export type { RawBody } from "./body.js"
export type { WebhookHeaders } from "./headers.js"
export { verifyWebhook, type VerifyWebhookOptions } from "./verifyWebhook.js"
export { type WebhookEvent, type WebhookEventData, type WebhookEventType, webhookEventTypes } from "./WebhookEvent.js"
export { type WebhookVerificationReason, WebhookVerificationFailed } from "./WebhookVerificationFailed.js"
