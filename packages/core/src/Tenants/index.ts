export { type Tenant, type TenantPause } from "./Tenant.js"
export { Tenants, type TenantsService } from "./Tenants.js"
export { type TenantPage, TenantStore } from "./TenantStore.js"
export { tenantView } from "./tenantView.js"
