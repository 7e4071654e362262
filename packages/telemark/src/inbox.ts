import { type CapturedMail, Inbox, inboxCapacity, NotFound, type StorageError, timestamp, Transport } from "@telemark/core"
import { type ReadableMail, readMail } from "@telemark/smtp"
import { Data, Effect } from "effect"

/** Mail isn't kept in an inbox, because the transport sends it. */
export class InboxNotUsed extends Data.TaggedError("InboxNotUsed")<{}> {
  readonly code = "inbox_not_used"

  override get message(): string {
    return "This transport sends mail instead of keeping it. Give createTelemark `transport: capture()` of @telemark/smtp, and mail is kept in the inbox."
  }
}

/** A mail that was kept instead of being sent. */
export interface InboxMail {
  /** The id of the email, `em_…`. */
  readonly id: string
  readonly tenant_id: string
  /** `a@b.c` or `Name <a@b.c>`. */
  readonly from: string
  /** Whose copy it is. */
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC. */
  readonly captured_at: string
}

/** A kept mail with everything in it, read from the bytes that would have been sent. */
export interface InboxMessage extends InboxMail, Pick<ReadableMail, "attachments" | "cc" | "headers" | "html" | "links" | "reply_to" | "text"> {
  /** The bytes that would have been sent. */
  readonly source: Uint8Array
}

/**
 * The mail of all tenants that `capture()` kept instead of sending it: the newest 500, up to 64 MiB together. A mail is in it once it was
 * delivered, by a worker or by `deliverDue`. With another transport, all of it rejects with `InboxNotUsed`.
 */
export interface InboxApi {
  /** Newest first; at most `limit`, by default all. */
  readonly list: (options?: { readonly limit?: number }) => Promise<ReadonlyArray<InboxMail>>
  /** Rejects with `NotFound` if no mail of that id is kept. */
  readonly get: (id: string) => Promise<InboxMessage>
  /** Removes all mail from the inbox. The log keeps what it says of it. */
  readonly clear: () => Promise<void>
}

/** Carries out an effect for the inbox. */
export type RunInbox = <A>(effect: Effect.Effect<A, InboxNotUsed | NotFound | StorageError, Inbox | Transport>) => Promise<A>

const inboxMail = ({ captured_at, id, recipient, sender, subject, tenant_id }: CapturedMail): InboxMail =>
  ({ id, tenant_id, from: sender, to: recipient, subject, captured_at: timestamp(captured_at) })

const inUse = Effect.flatMap(Transport, ({ captures }): Effect.Effect<typeof Inbox.Service, InboxNotUsed, Inbox> =>
  captures === true ? Inbox : Effect.fail(new InboxNotUsed()))

/** The inbox as promises. */
export const makeInboxApi = (run: RunInbox): InboxApi => ({
  list: ({ limit = inboxCapacity } = {}) =>
    run(Effect.flatMap(inUse, (inbox) => Effect.map(inbox.list(Math.max(0, Math.min(Math.trunc(limit) || 0, inboxCapacity))), (mails) => mails.map(inboxMail)))),
  get: (id) =>
    run(Effect.gen(function*() {
      const found = yield* (yield* inUse).find(id)
      if (found === undefined) return yield* new NotFound()
      const { attachments, cc, headers, html, links, reply_to, text } = yield* readMail(found.source)
      return { ...inboxMail(found.mail), attachments, cc, headers, html, links, reply_to, text, source: found.source }
    })),
  clear: () => run(Effect.flatMap(inUse, (inbox) => inbox.clear))
})
