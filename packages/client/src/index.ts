/** What talks to Telemark from outside. Imports nothing: it runs wherever there is Web Crypto. */
export type { RawBody } from "./body.js"
export type { WebhookHeaders } from "./headers.js"
export { verifyWebhook, type VerifyWebhookOptions } from "./verifyWebhook.js"
export { type WebhookEvent, type WebhookEventData, type WebhookEventType, webhookEventTypes } from "./WebhookEvent.js"
export { type WebhookVerificationReason, WebhookVerificationFailed } from "./WebhookVerificationFailed.js"
