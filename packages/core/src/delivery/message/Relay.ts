import type { Effect } from "effect"
import type { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"

/** Addresses of a mail that is sent octet for octet, with domains as A-labels. */
export interface RelayEnvelope {
  readonly from: string
  readonly to: string
}

/**
 * Sends a mail octet for octet to its next hop. Never fails, and is interruptible until it sends
 * part of the mail.
 */
export type Relay = (envelope: RelayEnvelope, source: Uint8Array) => Effect.Effect<DeliveryOutcome>
