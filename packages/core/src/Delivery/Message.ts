import type { Mailbox } from "../Addresses/index.js"
import type { MessageBody } from "../Emails/index.js"

/** One message to one recipient, with all that composing it takes. The same values give the same bytes. */
export interface OutgoingMessage {
  readonly id: string
  readonly tenant_id: string
  readonly sender: Mailbox
  readonly recipient: string
  readonly subject: string
  readonly body: MessageBody
  /** When it was accepted, in epoch milliseconds: the mail's Date. */
  readonly created_at: number
}

/** A message that a worker has leased. */
export interface ClaimedMessage extends Omit<OutgoingMessage, "body"> {
  /** Null if it is no longer stored: somebody removed it, or a backup was restored in parts. */
  readonly body: MessageBody | null
  /** Attempts, this one included. */
  readonly attempts: number
  /** Whether the recipient is suppressed by now. */
  readonly suppressed: boolean
  /** Since when the next hop has been refusing us rather than this message; null if it isn't. */
  readonly refused_since: number | null
}
