export { makeAlone } from "./alone.js"
export { layerSubscriptionStore } from "./SubscriptionStore.js"
