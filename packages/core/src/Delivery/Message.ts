import type { Mailbox } from "@telemark/contract"
import type { DkimAlgorithm } from "../Domains/index.js"
import type { Attachment, MessageBody } from "../Emails/index.js"
import type { SmtpConfigRecord } from "../SmtpConfigs/index.js"
import type { Redacted } from "effect"

/** A key that signs a message (RFC 6376), opened. The same key is the same object as long as it is remembered. */
export interface SigningKey {
  /** The signature's `d=`. */
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /** PKCS #8 as PEM. */
  readonly private_key: Redacted.Redacted
}

/** A key as the queue finds it: still sealed, and whose it is. */
export interface SealedSigningKey extends Omit<SigningKey, "private_key"> {
  readonly tenant_id: string
  readonly private_key: string
}

/** One message to one recipient, with all that composing it takes. The same values give the same bytes. */
export interface OutgoingMessage {
  readonly id: string
  readonly tenant_id: string
  readonly sender: Mailbox
  readonly recipient: string
  /** By which the mail names the recipient; null if the send gave none. */
  readonly recipient_name: string | null
  readonly subject: string
  readonly body: MessageBody
  /** The files that the body names, in its order. */
  readonly attachments: ReadonlyArray<Attachment>
  /** When it was accepted, in epoch milliseconds. */
  readonly created_at: number
  /** When it was to be sent; null: at once. */
  readonly scheduled_at: number | null
  /** Which template it was rendered from; null without one. */
  readonly template_id: string | null
  /** What it is signed with; empty: it goes unsigned. A key that fails is an error, never an unsigned mail. */
  readonly signing: ReadonlyArray<SigningKey>
}

/** A message that a worker has leased. */
export interface ClaimedMessage extends Omit<OutgoingMessage, "body" | "signing" | "attachments"> {
  /** Null if it is no longer stored: somebody removed it, or a backup was restored in parts. */
  readonly body: MessageBody | null
  /** Attempts, this one included. */
  readonly attempts: number
  /** Whether the recipient is suppressed by now. */
  readonly suppressed: boolean
  /** Since when the next hop has been refusing us rather than this message; null if it isn't. */
  readonly refused_since: number | null
  /** The keys in use of the sender's domain, if the tenant has verified it; otherwise empty. */
  readonly keys: ReadonlyArray<SealedSigningKey>
  /** The tenant's own SMTP server; null if it has none. */
  readonly smtp_config: SmtpConfigRecord | null
}

/** When a message's delivery begins, in epoch milliseconds: the mail's Date, and what its age counts from. */
export const datedAt = ({ created_at, scheduled_at }: Pick<OutgoingMessage, "created_at" | "scheduled_at">): number =>
  Math.max(created_at, scheduled_at ?? created_at)
