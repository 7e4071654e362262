export { CreateTenant, PauseNote, type Tenant, TenantName, type TenantPause, UpdateTenant } from "./Tenant.js"
export { Tenants, type TenantsService } from "./Tenants.js"
export { TenantStore } from "./TenantStore.js"
