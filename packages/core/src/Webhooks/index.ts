export type { WebhookAttemptRecord, WebhookOutcome, WebhookSettlement } from "./WebhookAttempt.js"
export { decideWebhook, type WebhookContext } from "./decideWebhook.js"
export {
  decideEndpointHealth,
  type EndpointHealth,
  type EndpointHealthChange,
  endpointsToLookAt,
  forgetsHealth,
  idleAfter,
  unlessIdle
} from "./endpointHealth.js"
export { framesOf } from "./framesOf.js"
export { failingLimit, nextWebhookAttempt, webhookRetryDelays } from "./retrySchedule.js"
export { webhookSecretReference } from "./webhookSecretReference.js"
export { sampleEvent, sampleOfId } from "./sampleEvent.js"
export {
  WebhookAnswer,
  type WebhookCall,
  WebhookCaller,
  type WebhookFault
} from "./WebhookCaller.js"
export { WebhookDelivery, type WebhookDeliveryService } from "./WebhookDelivery.js"
export { type WebhookEndpointRecord } from "./WebhookEndpoint.js"
export { WebhookEndpoints, type WebhookEndpointsService } from "./WebhookEndpoints.js"
export { WebhookEndpointStore } from "./WebhookEndpointStore.js"
export {
  type ClaimedWebhook,
  type PostedWebhook,
  type WebhookKey,
  WebhookQueue,
  type WebhookClaimLimits
} from "./WebhookQueue.js"
export {
  decideWebhookRetry,
  decisiveSettlements,
  webhookKeyOf,
  webhookKeyText,
  type WebhookRetry
} from "./webhookRetry.js"
