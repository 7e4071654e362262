export { layerTenantStore } from "./TenantStore.js"
export { tenantOf, type TenantRow } from "./tenantRows.js"
