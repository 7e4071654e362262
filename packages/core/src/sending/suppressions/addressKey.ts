/**
 * A unique text for each folded address of a tenant or, with a topic, for the address and the
 * topic. No part can contain a blank.
 */
export const addressKey = (tenantId: string, folded: string, topic: string | null = null): string =>
  topic === null ? `${tenantId} ${folded}` : `${tenantId} ${folded} ${topic}`
