export { CreateTenant, type Tenant, TenantName, UpdateTenant } from "./Tenant.js"
export { Tenants, type TenantsService } from "./Tenants.js"
export { TenantStore } from "./TenantStore.js"
