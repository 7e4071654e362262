import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"

/** To whom and when (epoch milliseconds) a captured mail was sent after all. */
export interface Release {
  readonly to: string
  readonly at: number
}

/** A mail that the capture transport kept instead of sending it. */
export interface CapturedMail {
  readonly id: string
  readonly tenant_id: string
  /** `a@b.c` or `Name <a@b.c>`. */
  readonly sender: string
  readonly recipient: string
  readonly subject: string
  readonly captured_at: number
  /** Absent unless it was sent after all: the last time. */
  readonly released?: Release | undefined
}

/**
 * Port: the local inbox of captured mails. It keeps only the newest: at most `inboxCapacity`, with
 * at most `inboxOctets` in total.
 */
export class Inbox extends Context.Service<
  Inbox,
  {
    /**
     * Stores a mail with the bytes that would have been sent; replaces one with the same id, which
     * is no longer released then.
     */
    readonly put: (mail: CapturedMail, source: Uint8Array) => Effect.Effect<void, StorageError>
    /** Newest first; of all tenants unless one is named. */
    readonly list: (
      limit: number,
      tenantId?: string
    ) => Effect.Effect<ReadonlyArray<CapturedMail>, StorageError>
    readonly find: (
      id: string
    ) => Effect.Effect<
      { readonly mail: CapturedMail; readonly source: Uint8Array } | undefined,
      StorageError
    >
    /** Removes one mail of the tenant; false if there is none of that id. */
    readonly remove: (tenantId: string, id: string) => Effect.Effect<boolean, StorageError>
    /** Records that a mail was sent after all; answers it, or undefined if it is no longer kept. */
    readonly markReleased: (
      id: string,
      release: Release
    ) => Effect.Effect<CapturedMail | undefined, StorageError>
    /** Removes all mail, of all tenants unless one is named. */
    readonly clear: (tenantId?: string) => Effect.Effect<void, StorageError>
  }
>()("@telemark/core/Inbox") {}

/** Maximum number of mails in the inbox. */
export const inboxCapacity = 500

/** Maximum total size of the inbox in octets; the newest mail is kept at any size. */
export const inboxOctets = 64 * 1024 * 1024
