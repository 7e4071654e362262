/** Posts signed events to webhook endpoints, within the network policy. */
export { layerWebhookCaller, layerWebhookCallerWith, type WebhookCallerOptions, webhookTimeoutMillis } from "./Caller/index.js"
export { type Signed, webhookHeaders } from "./Signing/index.js"
