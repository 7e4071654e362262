export {
  keyOf,
  type KeyRowWithTenant,
  keyWithTenantColumns,
  layerApiKeyStore,
  ownerOf
} from "./ApiKeyStore.js"
export { layerRateLimitStore } from "./RateLimitStore.js"
