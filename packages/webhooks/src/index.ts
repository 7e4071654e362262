/** Posts signed events to webhook endpoints that the network policy permits. */
export {
  layerWebhookCaller,
  layerWebhookCallerWith,
  type WebhookCallerOptions,
  webhookTimeoutMillis
} from "./Caller/index.js"
export { type Signed, webhookHeaders } from "./Signing/index.js"
