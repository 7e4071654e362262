import type { WebhookEventType } from "../Webhooks/index.js"
import type { PageRequest, Paged } from "./paging.js"

/** How a message stands. */
export type EmailStatus = "queued" | "sending" | "sent" | "failed" | "bounced" | "complained" | "delivered" | "deferred"

/** A file of a mail. */
export interface Attachment {
  /** 1 to 255 characters, without control characters and slashes. */
  readonly filename: string
  /** What is in it: base64, or the bytes themselves, which are sent as base64. All files of a send hold 10 MiB at most. */
  readonly content: string | Uint8Array
  /** A media type such as `application/pdf`; by default it follows from the filename. */
  readonly content_type?: string | undefined
  /** By which the html shows it, as in `<img src="cid:logo">`. */
  readonly content_id?: string | undefined
}

/** All of a send but what it says. */
export interface SendEnvelope {
  /**
   * `a@b.c` or `Name <a@b.c>`, or a list; `to`, `cc` and `bcc` hold 1 to 50 together. The mail shows the name, the log has the address.
   * Without `cc` and `bcc` nobody sees the others.
   */
  readonly to: string | ReadonlyArray<string>
  /** With `cc` or `bcc` it is one mail: all see `to` and `cc`. */
  readonly cc?: string | ReadonlyArray<string> | undefined
  /** Nobody sees these. */
  readonly bcc?: string | ReadonlyArray<string> | undefined
  /** `a@b.c` or `Name <a@b.c>`; the tenant's default sender if it is left out. */
  readonly from?: string | undefined
  /** Where answers go: a mailbox like `from`, or a list of 1 to 10. */
  readonly reply_to?: string | ReadonlyArray<string> | undefined
  /** At most 998 characters. */
  readonly subject?: string | undefined
  /** What the template's merge tags stand for. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The template's language, such as `de-AT`; it falls back to `de`, then to the template itself. */
  readonly locale?: string | undefined
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  /** Kept with each message, at most 16 KiB of JSON; events carry it. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** At most 10, to find messages by: names of letters, digits, `_` and `-`, values of 1 to 256 characters. */
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** Further header fields, at most 50. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** When to send it: RFC 3339 with an offset, at most 30 days ahead. */
  readonly scheduled_at?: string | undefined
}

/** What a mail says, each of 1 MiB at most: a template, filled in with `data`; or html; or text, which beside html is its plain alternative. */
export type SendContent =
  | { readonly template_id: string; readonly html?: undefined; readonly text?: undefined }
  | { readonly template_id?: undefined; readonly html: string; readonly text?: string | undefined }
  | { readonly template_id?: undefined; readonly html?: string | undefined; readonly text: string }

/** What is sent, and to whom. Without `text`, one is made from the html. */
export type SendRequest = SendEnvelope & SendContent

/** One recipient of a send, and the id under which its message is followed. */
export interface QueuedEmail {
  readonly id: string
  readonly recipient: string
  readonly status: "queued"
}

/** The answer to a send: what was queued, and which addresses were left out because they are suppressed. */
export interface SendResult {
  /** Those of `to`, then of `cc`, then of `bcc`. */
  readonly queued: ReadonlyArray<QueuedEmail>
  readonly suppressed: ReadonlyArray<string>
  /** True if an earlier send had the same Idempotency-Key: also the first attempt of this call, where its answer was lost. */
  readonly idempotent_replay: boolean
  /** What was accepted but not as given, such as unknown members, with the one that was probably meant, and variables without a value; and mail that will leave unsigned. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}

/** Which messages to find. */
export interface FindEmails {
  readonly status?: EmailStatus | undefined
  /** An address. */
  readonly recipient?: string | undefined
  readonly template_id?: string | undefined
  /** `name:value`. */
  readonly tag?: string | undefined
  /** Those created from this instant on: RFC 3339 with an offset. */
  readonly since?: string | undefined
  /** Those created before this instant: RFC 3339 with an offset. */
  readonly until?: string | undefined
}

/** Which page of which messages. */
export interface ListEmails extends FindEmails, PageRequest {
  /** Those behind the message of this id, as `next` of a page names it; not beside an `offset`. */
  readonly after?: string | undefined
}

/** A message as lists show it. Times are RFC 3339 in UTC. */
export interface EmailSummary {
  readonly id: string
  readonly recipient_email: string
  readonly sender_email: string
  readonly subject: string
  readonly status: EmailStatus
  readonly sent_at: string | null
  readonly created_at: string
}

/** A page of messages, newest first. */
export interface EmailList extends Paged<EmailSummary> {
  /** The `after` of the next page; null if this is the last one. */
  readonly next: string | null
}

/** The log of one message to one recipient. */
export interface Email extends EmailSummary {
  readonly template_id: string | null
  /** Which save of the template made it. */
  readonly template_version: number | null
  /** Who took it or refused it; empty until the first attempt. */
  readonly smtp_provider: string
  /** What the next hop said. */
  readonly smtp_response: string | null
  /** The same for people. */
  readonly error_message: string | null
  readonly attempts: number
  /** When the next attempt is due; null if none will be made. */
  readonly next_attempt_at: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Empty if the send gave none. */
  readonly tags: Readonly<Record<string, string>>
  /** When it is, or was, to be sent; null: at once. */
  readonly scheduled_at: string | null
}

/** One thing that happened to a message: an attempt, or a report of what became of it later. */
export interface TimelineEntry {
  readonly id: string
  readonly type: WebhookEventType
  readonly created_at: string
  /** One or two sentences: what happened and what follows. */
  readonly message: string
  /** Which attempt it was, from 1; null if it was none. */
  readonly attempt: number | null
  readonly smtp_provider: string | null
  /** The protocol that encrypted the connection; null if it went in clear, was never made, or isn't known. */
  readonly tls: string | null
  readonly duration_ms: number | null
  readonly smtp_response: string | null
  readonly error_message: string | null
  /** How the outcome was understood: `accepted`, `transient`, `invalid_recipient`, …; null if there was none. */
  readonly verdict: string | null
  /** Whether the next hop may have taken the message although it never said so. */
  readonly ambiguous: boolean
  readonly next_attempt_at: string | null
  readonly link?: string
  readonly user_agent?: string
  readonly machine?: boolean
}

/** What happened to one message, oldest first, and how it stands now. */
export interface Timeline {
  readonly email_id: string
  readonly status: EmailStatus
  /** How the message stands and what comes next, in a sentence or two. */
  readonly summary: string
  readonly data: ReadonlyArray<TimelineEntry>
}
