export { layerWebhookEndpointStore } from "./WebhookEndpointStore.js"
export { layerWebhookQueue } from "./WebhookQueue.js"
