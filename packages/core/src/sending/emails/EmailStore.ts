import type {
  EmailStatus,
  KeptMembers,
  Mailbox,
  Page,
  SendResult,
  StorageError
} from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Attachment, AttachmentInfo } from "../attachments/Attachment.js"
import type { EmailRecord, ListedEmail } from "./Email.js"
import type { HeaderField } from "./headers.js"

/** The content that all messages of one send share, stored once. */
export interface MessageBody {
  readonly id: string
  readonly html: string | null
  readonly text: string | null
  readonly headers: ReadonlyArray<HeaderField>
  /** The To and Cc fields that every recipient sees; null: each recipient sees only itself. */
  readonly shown: ShownRecipients | null
  readonly attachments: ReadonlyArray<AttachmentInfo>
  /** What its html reports; absent: nothing. */
  readonly track?: TrackedActions | undefined
}

export interface TrackedActions {
  readonly opens: boolean
  readonly clicks: boolean
}

/** The mailboxes in the To and Cc fields, as given. */
export interface ShownRecipients {
  readonly to: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
}

/** A message as it was accepted. */
export interface AcceptedMessage extends KeptMembers {
  readonly id: string
  readonly tenant_id: string
  readonly sender: Mailbox
  readonly recipient: string
  readonly recipient_name: string | null
  readonly subject: string
  readonly template_id: string | null
  readonly template_version: number | null
  /** In epoch milliseconds, like `created_at`; null: it was sent at once. */
  readonly scheduled_at: number | null
  readonly created_at: number
  /** Null if it is no longer stored. */
  readonly body: MessageBody | null
}

/** Which of a tenant's messages to list; all by default. */
export interface EmailFilter {
  /**
   * Words, or their beginnings, of recipient, subject, sender, tags and template, or the beginning
   * of the id: a message must have all of them. As `searchTermsOf` reads it; without terms it
   * leaves all.
   */
  readonly q?: string | undefined
  readonly status?: EmailStatus | undefined
  /** Case-insensitive. */
  readonly recipient?: string | undefined
  readonly template_id?: string | undefined
  /** Compared as A-labels. */
  readonly recipient_domain?: string | undefined
  readonly sender_domain?: string | undefined
  /**
   * The beginning of the subject, at most `maxSubjectPrefix` characters. Upper and lower case of A
   * to Z are the same.
   */
  readonly subject?: string | undefined
  readonly tag?: { readonly name: string; readonly value: string } | undefined
  /** Accepted at this time or later, in epoch milliseconds. */
  readonly since?: number | undefined
  /** Accepted before this time. */
  readonly until?: number | undefined
}

/** A page of a list: an offset, or the position after a message. */
export interface EmailPage extends Page {
  /** The id of the message after which the page begins; `offset` is 0 then. */
  readonly after?: string | undefined
}

/** A page of the log. */
export interface FoundEmails {
  readonly emails: ReadonlyArray<ListedEmail>
  /**
   * The id of the message after which the next page begins; null if there is none. A page may be
   * short, and others follow all the same.
   */
  readonly next: string | null
}

/** A message to cancel. */
export interface Cancellation {
  readonly tenant_id: string
  readonly id: string
  readonly now: number
  /** The id for the resulting event, `email.failed`. */
  readonly event_id: string
}

/**
 * `in_hand`: a worker is delivering it; `settled`: it was already sent or given up; `unknown`: the
 * tenant has no such message.
 */
export type Cancelled = "cancelled" | "in_hand" | "settled" | "unknown"

/** A send that passed every check but those that depend on stored data: see `decideSends`. */
export interface PreparedSend extends KeptMembers {
  readonly tenant_id: string
  readonly created_at: number
  readonly sender: Mailbox
  /**
   * `any`: no other tenant may own the sender's domain; `verified`: this tenant must own it;
   * `trusted`: no check, the operator chose it.
   */
  readonly sender_policy: "any" | "verified" | "trusted"
  readonly subject: string
  readonly template_id: string | null
  readonly template_version: number | null
  readonly body: MessageBody
  readonly attachments: ReadonlyArray<Attachment>
  /** When it is to be sent, in epoch milliseconds; null: at once. */
  readonly scheduled_at: number | null
  /**
   * One for each distinct recipient in To, Cc and Bcc. `folded` is the address's key for
   * suppressions; `name` is used in the mail only.
   */
  readonly recipients: ReadonlyArray<Mailbox & { readonly id: string; readonly folded: string }>
  readonly warnings: ReadonlyArray<string>
  /**
   * A warning for unsigned mail: the tenant has neither a verified key for the sender's domain nor
   * its own server, which may sign. Null: none.
   */
  readonly unsigned_warning: string | null
  readonly idempotency: { readonly key: string; readonly body_digest: string } | null
  /** Recipients that the tenant may queue in the month of `created_at`; null if unlimited. */
  readonly monthly_limit: number | null
}

export type AcceptOutcome =
  /**
   * `isTaken`: a worker of this process has taken everything that was queued, so none need be
   * woken.
   */
  | { readonly _tag: "Accepted"; readonly result: SendResult; readonly isTaken?: true }
  /**
   * The key was used in the last 24 h: the first result, and the digest of the body of that send.
   */
  | { readonly _tag: "Replayed"; readonly result: SendResult; readonly body_digest: string }
  /**
   * Another tenant owns the sender's domain, or this one doesn't. Nothing was written, and the key
   * isn't used up.
   */
  | { readonly _tag: "SenderRefused"; readonly reason: "owned_by_another" | "not_verified" }
  /** The tenant has no topic of that id. Nothing was written, and the key isn't used up. */
  | { readonly _tag: "UnknownTopic" }
  /**
   * The whole request doesn't fit into the rest of the month's quota. Nothing was written, and the
   * key isn't used up.
   */
  | { readonly _tag: "QuotaExceeded" }

/** The first result for an Idempotency-Key, and the digest of the body of that send. */
export interface Replay {
  readonly result: SendResult
  readonly body_digest: string
}

/** Port: the log of messages. */
export class EmailStore extends Context.Service<
  EmailStore,
  {
    /**
     * Decides as `decideSends` does, and writes body, log, queue, usage and idempotency rows in one
     * transaction, on disk before it succeeds.
     */
    readonly accept: (send: PreparedSend) => Effect.Effect<AcceptOutcome, StorageError>
    /**
     * The first result for an Idempotency-Key of the last 24 h, as `accept` would repeat it at
     * `now`; undefined if there is none. For repeated sends that can no longer be prepared, for
     * example because their template was deactivated.
     */
    readonly findReplay: (
      tenantId: string,
      key: string,
      now: number
    ) => Effect.Effect<Replay | undefined, StorageError>
    readonly find: (
      tenantId: string,
      id: string
    ) => Effect.Effect<EmailRecord | undefined, StorageError>
    /** The message with its content, without its files. */
    readonly findAccepted: (
      tenantId: string,
      id: string
    ) => Effect.Effect<AcceptedMessage | undefined, StorageError>
    /**
     * Newest first by `created_at`, ties by id, descending. With no filter but the status, a page
     * costs about the same at any offset and after any message. With several filters, or words to
     * find, and no offset it looks through a bounded number of messages, so that a page may be short
     * or empty with others following. Undefined if the message to start after no longer exists.
     */
    readonly list: (
      tenantId: string,
      page: EmailPage,
      filter: EmailFilter
    ) => Effect.Effect<FoundEmails | undefined, StorageError>
    /**
     * Takes a message that isn't in flight off the queue, applies `decideCancelled` and refunds the
     * month's quota, in one transaction.
     */
    readonly cancel: (cancellation: Cancellation) => Effect.Effect<Cancelled, StorageError>
  }
>()("@telemark/core/EmailStore") {}

/** How long an Idempotency-Key is remembered, in milliseconds. */
export const idempotencyMillis = 24 * 60 * 60 * 1000
