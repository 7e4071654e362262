export { layerSubscriptionStore } from "./SubscriptionStore.js"
