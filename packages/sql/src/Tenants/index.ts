export { layerTenantStore } from "./TenantStore.js"
export { linkMark } from "./linkMark.js"
export { tenantOf, type TenantRow } from "./tenantRows.js"
