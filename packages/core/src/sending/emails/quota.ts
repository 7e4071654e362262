import type { PreparedSend } from "./EmailStore.js"

/** A unique text for each month of a tenant, as `monthOf` writes it. */
export const monthKey = (tenantId: string, month: string): string => `${tenantId} ${month}`

/** Whether `recipients` more exceed the month's limit after `used`. Zero recipients never do. */
export const exceedsQuota = (
  { monthly_limit }: Pick<PreparedSend, "monthly_limit">,
  recipients: number,
  used: number
): boolean => monthly_limit !== null && recipients > 0 && used + recipients > monthly_limit
