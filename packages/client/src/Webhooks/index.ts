/** Verifies Telemark's webhooks and types their events. Usable without the client. */
export type { RawBody } from "./body.js"
export type { WebhookHeaders } from "./headers.js"
export { verifyWebhook, type VerifyWebhookOptions } from "./verifyWebhook.js"
export {
  type WebhookVerificationReason,
  WebhookVerificationFailed
} from "./WebhookVerificationFailed.js"
