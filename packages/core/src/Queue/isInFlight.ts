import type { EmailStatus } from "@telemark/contract"
import { inFlight } from "../Delivery/index.js"
import { offeredOwner } from "./MessageStore.js"

/**
 * Whether a worker has a message in hand, or had when it died. What a queue was only offered is in nobody's hand, unless a worker that died had
 * it before.
 */
export const isInFlight = (leaseOwner: string | null, status: EmailStatus): boolean =>
  leaseOwner !== null && (leaseOwner !== offeredOwner || status === inFlight)
