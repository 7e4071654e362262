import type { EmailStatus } from "@telemark/contract"
import { inFlight } from "../settlement/transition.js"
import { offeredOwner } from "./MessageStore.js"

/**
 * Whether a worker has the message in flight, or had when it died. An offered message isn't in
 * flight unless a dead worker had it before.
 */
export const isInFlight = (leaseOwner: string | null, status: EmailStatus): boolean =>
  leaseOwner !== null && (leaseOwner !== offeredOwner || status === inFlight)
