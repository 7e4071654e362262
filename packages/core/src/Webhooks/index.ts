export type { WebhookAttemptRecord, WebhookOutcome, WebhookSettlement } from "./attempt.js"
export { WebhookTestsBusy } from "./busy.js"
export { decideWebhook, type WebhookContext } from "./decide.js"
export { framesOf } from "./framesOf.js"
export { failingLimit, nextWebhookAttempt, webhookWaits } from "./ladder.js"
export { webhookSecretPlace } from "./place.js"
export { sampleEvent } from "./samples.js"
export { ReplayWebhooks, type ReplayedWebhooks, TestWebhook, type WebhookAttempt } from "./views.js"
export { WebhookAnswer, type WebhookCall, WebhookCaller, type WebhookFault } from "./WebhookCaller.js"
export { WebhookDelivery, type WebhookDeliveryService } from "./WebhookDelivery.js"
export {
  type CreatedWebhookEndpoint, CreateWebhookEndpoint, type DisabledReason, type RotatedWebhookSecret, UpdateWebhookEndpoint, type WebhookEndpoint,
  type WebhookEndpointRecord
} from "./WebhookEndpoint.js"
export { WebhookEndpoints, type WebhookEndpointsService } from "./WebhookEndpoints.js"
export { WebhookEndpointStore } from "./WebhookEndpointStore.js"
export { type ClaimedWebhook, type WebhookKey, WebhookQueue, type WebhookRoom } from "./WebhookQueue.js"
