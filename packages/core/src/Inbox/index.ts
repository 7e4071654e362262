import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** A mail that the capture transport kept instead of sending it. */
export interface CapturedMail {
  /** The id of the email, `em_…`. */
  readonly id: string
  readonly tenant_id: string
  /** `a@b.c` or `Name <a@b.c>`. */
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly captured_at: number
}

/** Port: the local inbox of captured mails. Only the newest are kept: `inboxCapacity` of them, and no more than `inboxOctets` together. */
export class Inbox extends Context.Tag("@telemark/core/Inbox")<Inbox, {
  /** Keeps a mail with the bytes that would have been sent. Kept again under the same id, it replaces itself. */
  readonly put: (mail: CapturedMail, source: Uint8Array) => Effect.Effect<void, StorageError>
  /** The newest mails, newest first. */
  readonly list: (limit: number) => Effect.Effect<ReadonlyArray<CapturedMail>, StorageError>
  readonly find: (
    id: string
  ) => Effect.Effect<{ readonly mail: CapturedMail; readonly source: Uint8Array } | undefined, StorageError>
  /** A mail without its bytes, which aren't read: whether it is kept still, and when it was captured. */
  readonly findMail: (id: string) => Effect.Effect<CapturedMail | undefined, StorageError>
  /** Removes all mails. */
  readonly clear: Effect.Effect<void, StorageError>
}>() {}

/** How many mails the inbox keeps; older ones make room. */
export const inboxCapacity = 500

/** How many octets the mails of the inbox have together; older ones make room, but the newest is kept however large it is. */
export const inboxOctets = 64 * 1024 * 1024
