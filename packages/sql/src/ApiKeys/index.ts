export { layerApiKeyStore } from "./ApiKeyStore.js"
export { layerRateLimitStore } from "./RateLimitStore.js"
