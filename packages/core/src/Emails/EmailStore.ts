import type { EmailStatus, Mailbox, Page, SendResult, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Attachment, AttachmentInfo } from "./Attachment.js"
import type { EmailRecord, ListedEmail } from "./Email.js"
import type { HeaderField } from "./headers.js"

/** What the messages of one send share. Kept once, however many recipients there are. */
export interface MessageBody {
  readonly id: string
  readonly html: string | null
  readonly text: string | null
  readonly headers: ReadonlyArray<HeaderField>
  /** The To and Cc that every recipient is shown; null: each is shown itself alone, and none of the others. */
  readonly shown: ShownRecipients | null
  /** The files that belong to it; what they hold is read when it is sent. */
  readonly attachments: ReadonlyArray<AttachmentInfo>
}

/** The mailboxes in the head of a mail that names its recipients, as they were given. */
export interface ShownRecipients {
  readonly to: ReadonlyArray<Mailbox>
  readonly cc: ReadonlyArray<Mailbox>
}

/** Which of a tenant's messages are listed; by default all. */
export interface EmailFilter {
  readonly status?: EmailStatus | undefined
  /** In any case of letters. */
  readonly recipient?: string | undefined
  readonly template_id?: string | undefined
  readonly tag?: { readonly name: string; readonly value: string } | undefined
  /** Accepted at this instant or later, in epoch milliseconds. */
  readonly since?: number | undefined
  /** Accepted before this instant. */
  readonly until?: number | undefined
}

/** Which part of a list is wanted: rows to skip, or what follows a message that was listed before. */
export interface EmailPage extends Page {
  /** The id of the message that the page begins behind; with it, `offset` is 0. */
  readonly after?: string | undefined
}

/** A message that is not to be sent any more. */
export interface Cancellation {
  readonly tenant_id: string
  readonly id: string
  readonly now: number
  /** Of the event that tells of it, `email.failed`. */
  readonly event_id: string
}

/**
 * What came of cancelling: `in_hand`: a worker is at it at this moment; `settled`: it was sent, or given up, before;
 * `unknown`: the tenant has no such message.
 */
export type Cancelled = "cancelled" | "in_hand" | "settled" | "unknown"

/** A send that passed every rule but those that depend on what is stored: see `decideSends`. */
export interface PreparedSend {
  readonly tenant_id: string
  readonly created_at: number
  readonly sender: Mailbox
  /**
   * What holds for the sender's domain: `any`: no other tenant may own it; `verified`: this tenant must own it;
   * `trusted`: nothing, since the operator chose it.
   */
  readonly sender_policy: "any" | "verified" | "trusted"
  readonly subject: string
  readonly template_id: string | null
  /** The version of the template that it was rendered from. */
  readonly template_version: number | null
  readonly body: MessageBody
  /** What the files of the body hold, in its order. */
  readonly attachments: ReadonlyArray<Attachment>
  /** By which messages are found again; empty if there are none. */
  readonly tags: Readonly<Record<string, string>>
  /** When it is to be sent, in epoch milliseconds; null: at once. */
  readonly scheduled_at: number | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** One for each recipient in To, Cc and Bcc, without duplicates: `folded` is the key that suppressions go by, `name` is for the mail alone. */
  readonly recipients: ReadonlyArray<Mailbox & { readonly id: string; readonly folded: string }>
  readonly warnings: ReadonlyArray<string>
  /**
   * What to warn of as well if mail is queued that nothing signs: the tenant has no verified key for the sender's domain, nor an SMTP server
   * of its own, which may sign. Null: never.
   */
  readonly unsigned_warning: string | null
  readonly idempotency: { readonly key: string; readonly body_digest: string } | null
  /** Recipients that the tenant may queue in the month of `created_at`; null if it may queue any number. */
  readonly monthly_limit: number | null
}

export type AcceptOutcome =
  /** `isTaken`: a worker of this process has all that was queued, so that none need be woken. */
  | { readonly _tag: "Accepted"; readonly result: SendResult; readonly isTaken?: true }
  /** The key was used in the last 24 h: the first result, and the digest of the body that it answered. */
  | { readonly _tag: "Replayed"; readonly result: SendResult; readonly body_digest: string }
  /** The sender's domain may not be used: another tenant owns it, or this one doesn't. Nothing was written, the key not used. */
  | { readonly _tag: "SenderRefused"; readonly reason: "owned_by_another" | "not_verified" }
  /** The request doesn't fit whole into what is left of the month. Nothing was written, the key not used. */
  | { readonly _tag: "QuotaExceeded" }

/** What an Idempotency-Key was first answered with, and the digest of the body that it answered. */
export interface Replay {
  readonly result: SendResult
  readonly body_digest: string
}

/** Port: the log of messages. */
export class EmailStore extends Context.Tag("@telemark/core/EmailStore")<EmailStore, {
  /**
   * Decides as `decideSends` does, and writes body, log rows, queue rows, usage and the
   * idempotency row, all in one transaction that is on disk before this succeeds.
   */
  readonly accept: (send: PreparedSend) => Effect.Effect<AcceptOutcome, StorageError>
  /**
   * What an Idempotency-Key of the last 24 h was answered with, as `accept` would repeat it at `now`; undefined if
   * it was not used. For a repeated send that can't be prepared any more, as when its template was deactivated.
   */
  readonly findReplay: (tenantId: string, key: string, now: number) => Effect.Effect<Replay | undefined, StorageError>
  readonly find: (tenantId: string, id: string) => Effect.Effect<EmailRecord | undefined, StorageError>
  /**
   * Newest first by `created_at`, ties by id, descending. Without other filters than the status, a page costs about the same at any
   * offset, and behind any message; with several filters it costs what the part with the fewest messages holds. Undefined if there is no message any more that the page could begin behind.
   */
  readonly list: (
    tenantId: string,
    page: EmailPage,
    filter: EmailFilter
  ) => Effect.Effect<ReadonlyArray<ListedEmail> | undefined, StorageError>
  /**
   * Takes a message off the queue that no worker has in hand, changes it as `decideCancelled` says, and gives the recipient back to the
   * month's quota, all in one transaction.
   */
  readonly cancel: (cancellation: Cancellation) => Effect.Effect<Cancelled, StorageError>
}>() {}

/** How long an Idempotency-Key is remembered. */
export const idempotencyMillis = 24 * 60 * 60 * 1000
