import type { EmailStatus } from "@telemark/client"

/** Waits for its time or for its next attempt, and can be cancelled. */
export const isWaiting = (status: EmailStatus): boolean =>
  status === "queued" || status === "deferred"

/** Waits or is being sent: once this is over, it can be sent again. */
export const isUnderWay = (status: EmailStatus): boolean =>
  isWaiting(status) || status === "sending"
