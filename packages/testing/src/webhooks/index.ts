/** A scriptable receiver of webhooks: it answers, stalls, redirects or hangs up as it is told, and records what it got. */
export type { WebhookBehaviour } from "./behaviour.js"
export { type ReceivedWebhook, startWebhookPeer, type WebhookPeer, type WebhookPeerOptions } from "./peer.js"
export { sampleWebhook, type SampleWebhook, type SampleWebhookOptions, webhookSecret } from "./sample.js"
export { webhookPeer } from "./webhookPeer.js"
