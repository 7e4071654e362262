export {
  layerWebhookCaller,
  layerWebhookCallerWith,
  type WebhookCallerOptions,
  webhookTimeoutMillis
} from "./layerWebhookCaller.js"
