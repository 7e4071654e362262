import type { PreparedSend } from "./EmailStore.js"

/** Names a month of a tenant among others; `monthOf` writes it. */
export const monthKey = (tenantId: string, month: string): string => `${tenantId} ${month}`

/** Whether so many recipients more don't fit into the month, of which `used` were queued before. None always fit. */
export const exceedsQuota = ({ monthly_limit }: Pick<PreparedSend, "monthly_limit">, recipients: number, used: number): boolean =>
  monthly_limit !== null && recipients > 0 && used + recipients > monthly_limit
