import type { Tenant } from "@telemark/core"

/** The name of a tenant by its id; of one that is gone, the id. */
export const tenantNames = (tenants: ReadonlyArray<Tenant>): ((tenantId: string) => string) => {
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return (tenantId) => names.get(tenantId) ?? tenantId
}
