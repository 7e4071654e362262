export { layerTenantStore } from "./TenantStore.js"
