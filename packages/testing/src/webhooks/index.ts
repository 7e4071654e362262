/**
 * A scriptable webhook receiver. It answers, stalls, redirects or hangs up as scripted, and records
 * the requests.
 */
export type { WebhookBehaviour } from "./behaviour.js"
export {
  type ReceivedWebhook,
  startWebhookPeer,
  type WebhookPeer,
  type WebhookPeerOptions
} from "./peer.js"
export {
  sampleWebhook,
  type SampleWebhook,
  type SampleWebhookOptions,
  webhookSecret
} from "./sample.js"
export { webhookPeer } from "./webhookPeer.js"
