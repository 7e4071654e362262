import {
  type CapturedMail,
  Inbox,
  inboxCapacity,
  NotFound,
  type StorageError,
  timestamp,
  Transport
} from "@telemark/core"
import { type ReadableMail, readMail } from "@telemark/smtp"
import { Data, Effect, Struct } from "effect"

/** There is no inbox, because the transport sends mail. */
export class InboxNotUsed extends Data.TaggedError("InboxNotUsed")<{}> {
  readonly code = "inbox_not_used"

  override get message(): string {
    return "This transport sends mail, so there is no inbox. To keep mail in the inbox instead, pass `transport: capture()` of @telemark/smtp to createTelemark."
  }
}

export interface InboxMail {
  /** `em_…` */
  readonly id: string
  readonly tenant_id: string
  /** `a@b.c` or `Name <a@b.c>`. */
  readonly from: string
  /** Of this copy. */
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC. */
  readonly captured_at: string
}

const readMembers = [
  "attachments",
  "cc",
  "headers",
  "html",
  "links",
  "reply_to",
  "text"
] as const satisfies ReadonlyArray<keyof ReadableMail>

/** With its contents, parsed from the bytes that would have been sent. */
export interface InboxMessage extends InboxMail, Pick<ReadableMail, (typeof readMembers)[number]> {
  /** The bytes that would have been sent. */
  readonly source: Uint8Array
}

/**
 * Mail of all tenants captured by `capture()`: the newest 500, up to 64 MiB in all. It comes with a
 * worker or `deliverDue`. With another transport, all methods reject with `InboxNotUsed`.
 */
export interface InboxApi {
  /** Newest first. */
  readonly list: (options?: { readonly limit?: number }) => Promise<ReadonlyArray<InboxMail>>
  /** Rejects with `NotFound` if there is no captured mail with this id. */
  readonly get: (id: string) => Promise<InboxMessage>
  /** The email log is unchanged. */
  readonly clear: () => Promise<void>
}

type RunInbox = <A>(
  effect: Effect.Effect<A, InboxNotUsed | NotFound | StorageError, Inbox | Transport>
) => Promise<A>

const inboxMail = ({
  captured_at,
  id,
  recipient,
  sender,
  subject,
  tenant_id
}: CapturedMail): InboxMail => ({
  id,
  tenant_id,
  from: sender,
  to: recipient,
  subject,
  captured_at: timestamp(captured_at)
})

const inUse = Effect.flatMap(
  Transport,
  ({ captures }): Effect.Effect<typeof Inbox.Service, InboxNotUsed, Inbox> =>
    captures === true ? Inbox : Effect.fail(new InboxNotUsed())
)

export const makeInboxApi = (run: RunInbox): InboxApi => ({
  list: ({ limit = inboxCapacity } = {}) =>
    run(
      Effect.flatMap(inUse, (inbox) =>
        Effect.map(
          inbox.list(Math.max(0, Math.min(Math.trunc(limit) || 0, inboxCapacity))),
          (mails) => mails.map(inboxMail)
        )
      )
    ),
  get: (id) =>
    run(
      Effect.gen(function* () {
        const found = yield* (yield* inUse).find(id)
        if (found === undefined) return yield* new NotFound()
        return {
          ...inboxMail(found.mail),
          ...Struct.pick(yield* readMail(found.source), readMembers),
          source: found.source
        }
      })
    ),
  clear: () => run(Effect.flatMap(inUse, (inbox) => inbox.clear()))
})
