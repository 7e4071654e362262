/** Names a tenant's address, folded, among others. Neither part can hold a blank. */
export const addressKey = (tenantId: string, folded: string): string => `${tenantId} ${folded}`
