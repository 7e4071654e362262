import type { Email, EmailStatus } from "@telemark/client"

/** What people are told: a status alone says neither what is scheduled nor what was cancelled. */
export const stateOf = (
  { failure_code, scheduled_at, status }: Pick<Email, "status" | "scheduled_at" | "failure_code">,
  now: number
): EmailStatus | "scheduled" | "cancelled" => {
  if (status === "queued" && scheduled_at !== null && Date.parse(scheduled_at) > now)
    return "scheduled"
  return status === "failed" && failure_code === "cancelled" ? "cancelled" : status
}

/** Whether a status alone says what people are told. */
export const saysAll = (status: EmailStatus): boolean => status !== "queued" && status !== "failed"

/** Waits for its time or for its next attempt, and can be cancelled. */
export const isWaiting = (status: EmailStatus): boolean =>
  status === "queued" || status === "deferred"

/** Waits or is being sent: once this is over, it can be sent again. */
export const isUnderWay = (status: EmailStatus): boolean =>
  isWaiting(status) || status === "sending"
