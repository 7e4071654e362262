/** A unique text for each folded address of a tenant. Neither part can contain a blank. */
export const addressKey = (tenantId: string, folded: string): string => `${tenantId} ${folded}`
