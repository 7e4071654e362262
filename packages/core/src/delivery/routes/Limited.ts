import type { ConnectionLimit } from "../backOffs/ConnectionLimit.js"
import type { DeliveryOutcome } from "../settlement/DeliveryOutcome.js"
import type { BegunBackOff } from "./SenderBackOffs.js"
import type { Wait } from "./Wait.js"

/** What came of a message that a route's limiter let go, or held back. */
export interface Limited {
  readonly outcome: DeliveryOutcome | Wait
  readonly begun?: BegunBackOff
  /** When the next message of this sender may go; now if nothing backs off. */
  readonly notBefore: number
  /** Set if the server refused one connection more. */
  readonly found?: Pick<ConnectionLimit, "connections" | "smtp_response">
  /** Set if the route opens as many connections as it may again. */
  readonly isUnlimited?: true
}

export const waited = (wait: Wait): Limited => ({ outcome: wait, notBefore: wait.until })
