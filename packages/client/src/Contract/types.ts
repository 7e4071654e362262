// Made of @telemark/contract: change that, then run `npm run generate`.
// One file, however long: it is read beside the OpenAPI document.
import type { WebhookEventType } from "../Webhooks/index.js"

/** Why a message isn't delivered. `cancelled`: it was cancelled. `suppressed`: its recipient was suppressed after it had been accepted. `content_missing`: its content is no longer stored. `unsendable`: no mail can be composed from it. All others say why the last attempt failed: the next hop couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender (`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message (`too_large`, `policy`, `content`), or doesn't say what (`undetermined`). */
export type FailureCode = "transient" | "limit" | "hop_refuses_us" | "account_refused" | "sender_refused" | "authentication" | "invalid_recipient" | "recipient_refused" | "mailbox_full" | "too_large" | "policy" | "blocked" | "content" | "routing" | "undetermined" | "unsendable" | "suppressed" | "content_missing" | "cancelled"

export interface SendEnvelope {
  /** The recipients: `a@example.com` or `Name <a@example.com>`, or a list. Only the mail shows the names; everything else has just the addresses. `to`, `cc` and `bcc` together have 1 to 50. */
  readonly to: string | ReadonlyArray<string>
  /** With `cc` or `bcc`, all recipients get the same mail and see `to` and `cc`; otherwise each recipient gets a separate mail. */
  readonly cc?: string | ReadonlyArray<string> | undefined
  /** These recipients get the mail, but it doesn't show them. */
  readonly bcc?: string | ReadonlyArray<string> | undefined
  /** `a@example.com` or `Name <a@example.com>`; by default the tenant's sender. */
  readonly from?: string | undefined
  /** The address for replies: a mailbox like `from`, or a list of 1 to 10. */
  readonly reply_to?: string | ReadonlyArray<string> | undefined
  /** The subject; by default the template's, or empty. */
  readonly subject?: string | undefined
  /** The values for the template's merge tags. At most 64 levels deep, 20,000 members and 2 MiB. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** What to do if `data` lacks a variable that the template declares without a default; by default what the tenant's `missing` says. */
  readonly missing?: MissingData | undefined
  /** The language of the template; it falls back from `de-AT` to `de` to the template itself. */
  readonly locale?: string | undefined
  /** Attached files: at most 50, with at most 10 MiB together. */
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  /** Kept with each message and included in its events. At most 16 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** At most 10 names with values, by which you find messages: `GET /emails?tag=name:value`. */
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** The kind of mail, which recipients can unsubscribe from by itself: the id of a topic that exists (`POST /topics`). Without one, only a suppression of the whole address blocks it. */
  readonly topic?: string | undefined
  /** Whether to track opens and clicks of the html; by default what the tenant has set with `PUT /tracking`. */
  readonly track?: Track | undefined
  /** Additional header fields: at most 50, with at most 16 KiB together. Fields that the service writes itself are left out, and `warnings` names them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** When to send it, at most 30 days ahead; an instant in the past means at once. */
  readonly scheduled_at?: string | undefined
}

/** `template_id`: The id of the template for the mail, instead of `html` and `text`. `html`: The HTML, at most 1 MiB. `text`: The plain text, at most 1 MiB. With `html`, it is the alternative for mail programs that show no html; by default it is made from the html. */
export type SendContent =
  | { readonly template_id: string; readonly html?: undefined; readonly text?: undefined }
  | { readonly template_id?: undefined; readonly html: string; readonly text?: string | undefined }
  | { readonly template_id?: undefined; readonly html?: string | undefined; readonly text: string }

export type SendRequest = SendEnvelope & SendContent

/** `refuse`: nothing is sent, and the answer names the variables. `warn`: they are empty in the mail, and `warnings` name them. */
export type MissingData = "refuse" | "warn"

export interface Attachment {
  /** The name of the file. */
  readonly filename: string
  /** The content, in base64. All files of a send together have at most 10 MiB. */
  readonly content: string | Uint8Array
  /** The media type; by default it follows from the filename. */
  readonly content_type?: string | undefined
  /** The id by which the html shows the file, as in `<img src="cid:logo">`; the file is then not listed as an attachment. */
  readonly content_id?: string | undefined
}

export interface Track {
  /** Whether an invisible image in the html reports when the mail is opened. */
  readonly opens?: boolean | undefined
  /** Whether links in the html lead over this service, which reports when they are followed. */
  readonly clicks?: boolean | undefined
}

export interface SendResult {
  /** One message for each recipient, in the order of `to`, `cc` and `bcc`. */
  readonly queued: ReadonlyArray<QueuedEmail>
  /** Addresses that were left out because they are suppressed. */
  readonly suppressed: ReadonlyArray<string>
  /** Whether this repeats the answer to an earlier send with the same Idempotency-Key; if so, nothing was sent. */
  readonly idempotent_replay: boolean
  /** Parts of the request that were accepted but changed or ignored: unknown members, header fields that the service writes itself or that don't work, variables without a value; also mail that will be sent unsigned. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}

export interface QueuedEmail {
  /** The message's id. */
  readonly id: string
  /** The recipient's address. */
  readonly recipient: string
  readonly status: "queued"
}

export type Scope = "email:send" | "email:read" | "template:read" | "template:manage" | "domain:read" | "domain:write" | "smtp:read" | "smtp:write" | "suppression:read" | "suppression:write" | "topic:read" | "topic:write" | "webhook:read" | "webhook:write" | "feedback:read" | "feedback:write" | "tracking:read" | "tracking:write" | "apikey:manage" | "tenant:manage"

/** Why sending is paused: too many complaints, too many hard bounces, or the operator's decision. */
export type PauseReason = "complaints" | "bounces" | "operator"

export type EmailStatus = "queued" | "sending" | "sent" | "failed" | "bounced" | "complained" | "delivered" | "deferred"

export interface EmailList {
  /** Newest first. */
  readonly data: ReadonlyArray<EmailSummary>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
  /** The `after` of the next page; null if this is the last page. Only this tells whether others follow: a page may be short. */
  readonly next: string | null
}

export interface EmailSummary {
  /** The message's id. */
  readonly id: string
  /** The recipient's address. */
  readonly recipient_email: string
  /** The sender's address. */
  readonly sender_email: string
  /** The subject that was sent. */
  readonly subject: string
  readonly status: EmailStatus
  /** When the next hop accepted it; null until then. */
  readonly sent_at: string | null
  /** When it was accepted. */
  readonly created_at: string
}

export interface Email {
  /** The message's id. */
  readonly id: string
  /** The recipient's address. */
  readonly recipient_email: string
  /** The sender's address. */
  readonly sender_email: string
  /** The subject that was sent. */
  readonly subject: string
  readonly status: EmailStatus
  /** When the next hop accepted it; null until then. */
  readonly sent_at: string | null
  /** When it was accepted. */
  readonly created_at: string
  /** The template that it was made from. */
  readonly template_id: string | null
  /** Which version of the template. */
  readonly template_version: number | null
  /** The provider that accepted or refused it; empty until the first attempt. */
  readonly smtp_provider: string
  /** The last reply of the next hop. */
  readonly smtp_response: string | null
  /** An explanation of the reply, for people. */
  readonly error_message: string | null
  /** Why a message isn't delivered. `cancelled`: it was cancelled. `suppressed`: its recipient was suppressed after it had been accepted. `content_missing`: its content is no longer stored. `unsendable`: no mail can be composed from it. All others say why the last attempt failed: the next hop couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender (`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message (`too_large`, `policy`, `content`), or doesn't say what (`undetermined`). */
  readonly failure_code: FailureCode | null
  /** The number of attempts so far. */
  readonly attempts: number
  /** When the next attempt is due; null if there will be none. */
  readonly next_attempt_at: string | null
  /** The `metadata` of the send. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** The `tags` of the send; empty if it had none. */
  readonly tags: Readonly<Record<string, string>>
  /** The topic of the send; null if it had none. */
  readonly topic: string | null
  /** The time for which it was scheduled; null if it wasn't. */
  readonly scheduled_at: string | null
}

export interface Timeline {
  /** The message's id. */
  readonly email_id: string
  readonly status: EmailStatus
  /** The message's state and what comes next, in a sentence or two. */
  readonly summary: string
  /** The events, oldest first. */
  readonly data: ReadonlyArray<TimelineEntry>
}

export interface TimelineEntry {
  /** The event's id. */
  readonly id: string
  readonly type: WebhookEventType
  /** When it happened. */
  readonly created_at: string
  /** What happened and what comes next, in a sentence or two. */
  readonly message: string
  /** The number of the attempt, from 1; null if it wasn't an attempt. */
  readonly attempt: number | null
  /** The route of the attempt: `smtp`, `capture`, or the provider of the tenant's own server; null if no server was contacted. */
  readonly smtp_provider: string | null
  /** The protocol that encrypted the connection, such as TLSv1.3; null if the connection was in clear, was never made, or isn't known. */
  readonly tls: string | null
  /** How long the attempt took, in milliseconds. */
  readonly duration_ms: number | null
  /** The reply of the next hop. */
  readonly smtp_response: string | null
  /** An explanation of the reply, for people. */
  readonly error_message: string | null
  /** How the outcome, or the reported refusal, was classified: `accepted`, `transient`, `invalid_recipient`, …; null if there was none. */
  readonly verdict: string | null
  /** Whether the next hop may have accepted the message without confirming it. */
  readonly ambiguous: boolean
  /** When the next attempt is due; null if there will be none. */
  readonly next_attempt_at: string | null
  /** For a click: the link's target. */
  readonly link?: string
  /** For an open or a click: the user agent. */
  readonly user_agent?: string
  /** For an open or a click: whether it was probably a program rather than a person. */
  readonly machine?: boolean
}

export interface EmailContent {
  /** The message's id. */
  readonly email_id: string
  /** The sender: `a@example.com` or `Name <a@example.com>`. */
  readonly from: string
  /** The mailboxes that the mail names as its recipients. Those of blind copies are never among them, unless this message is that copy and the mail names nobody. */
  readonly to: ReadonlyArray<string>
  /** The mailboxes that the mail names as recipients of copies. */
  readonly cc: ReadonlyArray<string>
  /** Where replies go, if that isn't the sender. */
  readonly reply_to: ReadonlyArray<string>
  /** The subject. */
  readonly subject: string
  /** The html as it was accepted, or null: links lead to their targets, and placeholders such as `{{unsubscribe_url}}` are left as they are. */
  readonly html: string | null
  /** The plain text; if the send had none, the one that is made from the html. */
  readonly text: string | null
  /** The header fields in their order, but those that describe how the content is encoded. */
  readonly headers: ReadonlyArray<MailHeader>
  /** The files. */
  readonly attachments: ReadonlyArray<EmailAttachment>
}

export interface MailHeader {
  /** The field's name. */
  readonly name: string
  /** Its value on one line, encoded as mail is. */
  readonly value: string
}

export interface EmailAttachment {
  /** Its place in the mail, from 1: `GET /emails/{id}/attachments/{index}` returns it. */
  readonly index: number
  /** The name of the file. */
  readonly filename: string
  /** Its media type, such as `application/pdf`. */
  readonly content_type: string
  /** Its size in octets. */
  readonly size: number
  /** The name by which the html refers to it, as in `cid:logo`; null for a regular attachment. */
  readonly content_id: string | null
}

export interface EmailSource {
  /** The beginning of the mail, at most 1 MiB: header fields, an empty line, and the content. */
  readonly source: string
  /** The size of the whole mail in octets. */
  readonly size: number
  /** Whether the mail is longer than `source`. */
  readonly truncated: boolean
  /** Whether this is what was captured, octet for octet. If not, it is composed anew: without signatures, and with placeholders for addresses of this service. */
  readonly captured: boolean
}

export interface AttachmentContent {
  /** The name of the file. */
  readonly filename: string
  /** Its media type. */
  readonly content_type: string
  /** Its octets as base64 (RFC 4648, section 4). */
  readonly content: string
}

export interface InboxList {
  /** Newest first. */
  readonly data: ReadonlyArray<InboxMail>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
  /** The `after` of the next page; null if this is the last page. */
  readonly next: string | null
}

export interface InboxMail {
  /** The email's id: `GET /emails/{id}/content` returns what it says. */
  readonly id: string
  /** The sender: `a@example.com` or `Name <a@example.com>`. */
  readonly from: string
  /** The recipient of this copy. */
  readonly to: string
  /** The subject. */
  readonly subject: string
  /** When it was captured. */
  readonly captured_at: string
  /** To whom and when it was last sent after all; null if it never was. */
  readonly released: InboxRelease | null
}

/** To whom and when it was last sent after all; null if it never was. */
export interface InboxRelease {
  /** The address that it was sent to. */
  readonly to: string
  /** When the mail server accepted it. */
  readonly at: string
}

/** The operation succeeded. */
export interface Success {
  readonly success: true
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface ReleaseMail {
  /** The address that gets the mail. The mail itself stays as it is, also what it names as its recipient. */
  readonly to: string
}

export interface FeedbackReport {
  /** What happened. `delivered`, `deferred`, `bounced` and `complained` change the status unless the message has a later one. `complained` suppresses the recipient, and so does `unsubscribed`: for the topic of the message if it has one. */
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "opened" | "clicked" | "unsubscribed"
  /** When it happened; now by default. An instant before the message's acceptance, or in the future, is moved to the nearest one between. */
  readonly at?: string | undefined
  /** Identifies the report, such as the provider's id of it: reported again with the same `kind` and `key`, it changes nothing. */
  readonly key?: string | undefined
  /** Of `delivered`, `deferred` and `bounced`: what the receiving server said. The first 1,000 characters are kept. */
  readonly smtp_response?: string | undefined
  /** Of `bounced`: why. `invalid_recipient` suppresses the recipient. `undetermined` by default. */
  readonly failure_code?: "transient" | "limit" | "hop_refuses_us" | "account_refused" | "sender_refused" | "authentication" | "invalid_recipient" | "recipient_refused" | "mailbox_full" | "too_large" | "policy" | "blocked" | "content" | "routing" | "undetermined" | "unsendable" | undefined
  /** Of `clicked`, which needs it: where the link goes. */
  readonly link?: string | undefined
  /** Of `opened` and `clicked`: what the opener says of itself. */
  readonly user_agent?: string | undefined
  /** Of `opened` and `clicked`: whether it was a program, as far as is known. */
  readonly machine?: boolean | undefined
}

export interface FeedbackResult {
  /** `recorded`: the report was recorded as an event. `repeated`: it was there before. `superseded`: the message already has a later status; a suppression applies all the same, and when it happened is kept. `waiting`: the message isn't known to have been sent; the report is stored and recorded once it is. `too_early`: the same, but too many reports wait already; nothing is kept, so report it again later. `unknown_email`, in batches alone: the tenant has no such message; the report is kept among the unmatched ones. */
  readonly outcome: "recorded" | "repeated" | "superseded" | "waiting" | "too_early" | "unknown_email"
  /** The id of the event; null unless the report was recorded. */
  readonly event_id: string | null
}

export interface FeedbackBatch {
  /** At most 1,000. Each is recorded or not by itself: repeat the whole batch if it fails. */
  readonly reports: ReadonlyArray<FeedbackEntry>
}

export interface FeedbackEntry {
  /** The message's id. This, `message_id` or `provider_id` is needed; the first of them that is given counts. */
  readonly email_id?: string | undefined
  /** The Message-ID field of the mail, with or without angle brackets. It names one message unless the mail showed several recipients: then `recipient` says which. */
  readonly message_id?: string | undefined
  /** The id that the mail provider gave the message in its last SMTP reply, where that is known to name one. */
  readonly provider_id?: string | undefined
  /** The address that the report is about; needed only beside a `message_id` that several messages share. */
  readonly recipient?: string | undefined
  /** What happened. `delivered`, `deferred`, `bounced` and `complained` change the status unless the message has a later one. `complained` suppresses the recipient, and so does `unsubscribed`: for the topic of the message if it has one. */
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "opened" | "clicked" | "unsubscribed"
  /** When it happened; now by default. An instant before the message's acceptance, or in the future, is moved to the nearest one between. */
  readonly at?: string | undefined
  /** Identifies the report, such as the provider's id of it: reported again with the same `kind` and `key`, it changes nothing. */
  readonly key?: string | undefined
  /** Of `delivered`, `deferred` and `bounced`: what the receiving server said. The first 1,000 characters are kept. */
  readonly smtp_response?: string | undefined
  /** Of `bounced`: why. `invalid_recipient` suppresses the recipient. `undetermined` by default. */
  readonly failure_code?: "transient" | "limit" | "hop_refuses_us" | "account_refused" | "sender_refused" | "authentication" | "invalid_recipient" | "recipient_refused" | "mailbox_full" | "too_large" | "policy" | "blocked" | "content" | "routing" | "undetermined" | "unsendable" | undefined
  /** Of `clicked`, which needs it: where the link goes. */
  readonly link?: string | undefined
  /** Of `opened` and `clicked`: what the opener says of itself. */
  readonly user_agent?: string | undefined
  /** Of `opened` and `clicked`: whether it was a program, as far as is known. */
  readonly machine?: boolean | undefined
}

export interface FeedbackResults {
  /** One for each report, in their order. */
  readonly data: ReadonlyArray<FeedbackResult>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface UnmatchedFeedbackList {
  /** Newest first. */
  readonly data: ReadonlyArray<UnmatchedFeedback>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
  /** The `after` of the next page; null if this is the last page. */
  readonly next: string | null
}

export interface UnmatchedFeedback {
  /** The id of the entry, `frep_…`. */
  readonly id: string
  /** Where it came from: `api`, `return_path`, `import`, or a provider's name such as `ses`. */
  readonly source: string
  /** `unmatched`: a report, but there is no such message. `unread`: what came isn't a report that Telemark understands. */
  readonly reason: "unmatched" | "unread"
  /** What was reported; null if it isn't understood. */
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "opened" | "clicked" | "unsubscribed" | null
  /** The message's id, as the report names it. */
  readonly email_id: string | null
  /** The Message-ID field, as the report names it. */
  readonly message_id: string | null
  /** The provider's id of the message, as the report names it. */
  readonly provider_id: string | null
  /** The address that it is about, as far as it says. */
  readonly recipient: string | null
  /** What the receiving server said, as far as it says. */
  readonly smtp_response: string | null
  /** Of `unread`: how it begins. */
  readonly excerpt: string | null
  /** When it happened, as far as it says. */
  readonly at: string | null
  /** How often a message was looked for again. */
  readonly attempts: number
  /** When a message is looked for again; null if it no longer is. */
  readonly next_attempt_at: string | null
  /** When it came in. */
  readonly created_at: string
}

export interface CreateFeedbackSource {
  /** The mail provider that is to call. */
  readonly provider: FeedbackProviderName
  /** What its calls are checked with: SES' topic ARN, SendGrid's verification key, Mailgun's or Resend's signing key. It is never shown again. SendGrid and Resend show it only once they have the address: add it then. The other providers have none. */
  readonly credential?: string | undefined
}

export type FeedbackProviderName = "ses" | "sendgrid" | "mailgun" | "postmark" | "resend" | "brevo" | "mailjet" | "sparkpost"

export interface CreatedFeedbackSource {
  /** The source's id, `fsrc_…`. */
  readonly id: string
  /** The mail provider that calls. */
  readonly provider: FeedbackProviderName
  /** Whether a credential is stored. */
  readonly has_credential: boolean
  /** Whether its calls are refused because no credential is stored: this provider's calls are checked with one. */
  readonly needs_credential: boolean
  /** When it was created. */
  readonly created_at: string
  /** The address to enter at the provider. Without a public URL in the settings it is a path, which follows the address that this service has on the internet. */
  readonly url: string
  /** The last part of the address. Who knows it can report on your mail. It is shown only here. */
  readonly secret: string
  /** What to do with it. */
  readonly warning: string
  readonly instructions: FeedbackInstructions
}

export interface FeedbackInstructions {
  /** The provider's name. */
  readonly title: string
  /** What to do at the provider, in order. */
  readonly steps: ReadonlyArray<string>
  /** The events to choose there, by the names that the provider gives them. */
  readonly events: ReadonlyArray<string>
  /** What the credential is and where the provider shows it; null if calls are authenticated by the address alone. */
  readonly credential: string | null
}

export interface FeedbackSourceList {
  /** Newest first. */
  readonly data: ReadonlyArray<FeedbackSource>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface FeedbackSource {
  /** The source's id, `fsrc_…`. */
  readonly id: string
  /** The mail provider that calls. */
  readonly provider: FeedbackProviderName
  /** Whether a credential is stored. */
  readonly has_credential: boolean
  /** Whether its calls are refused because no credential is stored: this provider's calls are checked with one. */
  readonly needs_credential: boolean
  /** When it was created. */
  readonly created_at: string
  /** When a call was last accepted, exact to the minute; null if none was. */
  readonly last_called_at: string | null
  /** When a call was last refused, exact to ten seconds; null if none was. */
  readonly last_refused_at: string | null
  /** Why a call was last refused; null if none was. */
  readonly last_refused_reason: FeedbackRefusal | null
  /** The same as a sentence that says what to do. */
  readonly last_refused_message: string | null
}

export type FeedbackRefusal = "missing_credential" | "missing_signature" | "wrong_signature" | "wrong_certificate_address" | "wrong_topic" | "wrong_confirmation_address" | "too_old" | "too_new" | "replayed_token" | "too_large" | "too_many_events" | "malformed"

export interface UpdateFeedbackSource {
  /** What its calls are checked with from now on. */
  readonly credential: string
}

export interface AnalyticsSummary {
  /** The requested window. */
  readonly period: "24h" | "7d" | "30d" | "90d"
  /** Messages that a next hop accepted. */
  readonly total_sent: number
  /** Of these, those that were reported as delivered. */
  readonly delivered: number
  /** Of these, those that bounced. */
  readonly bounced: number
  /** Messages that failed, without cancelled ones, which `statuses` counts as failed. */
  readonly failed: number
  /** Messages that a person has opened. Opens that are known to be a program's aren't counted, nor are a message's further opens. */
  readonly opened: number
  /** Messages with a link that a person has followed, counted likewise. */
  readonly clicked: number
  /** Messages whose recipient has unsubscribed by them. */
  readonly unsubscribed: number
  /** Complaints as a fraction of total_sent; 0 when nothing was sent. */
  readonly complaint_rate: number
  /** The number of messages in each status. */
  readonly statuses: { readonly queued: number; readonly sending: number; readonly sent: number; readonly failed: number; readonly bounced: number; readonly complained: number; readonly delivered: number; readonly deferred: number }
  readonly before: FormerCounts
  /** The last twelve months with traffic. */
  readonly monthly_usage: ReadonlyArray<MonthlyUsage>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

/** Counts of the messages created in the window before, of the same length. */
export interface FormerCounts {
  /** As in the summary. */
  readonly total_sent: number
  /** As in the summary. */
  readonly delivered: number
  /** As in the summary. */
  readonly bounced: number
  /** Messages that were reported as spam. */
  readonly complained: number
  /** As in the summary. */
  readonly failed: number
}

export interface MonthlyUsage {
  /** Such as 2026-11. */
  readonly month: string
  /** The recipients that were queued. */
  readonly sent: number
  /** The month's limit; null if there is none. */
  readonly limit: number | null
}

export interface AnalyticsSeries {
  /** The requested window. */
  readonly period: "24h" | "7d" | "30d" | "90d"
  /** `hour` for 24h and 7d, `day` for 30d and 90d. */
  readonly interval: "hour" | "day"
  /** Each hour or day, the oldest first, also those without mail. */
  readonly data: ReadonlyArray<AnalyticsPoint>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface AnalyticsPoint {
  /** When the hour or day begins (UTC). */
  readonly start: string
  /** Messages that a next hop accepted. */
  readonly sent: number
  /** Of these, those that were reported as delivered. */
  readonly delivered: number
  /** Of these, those that bounced. */
  readonly bounced: number
  /** Of these, those that were reported as spam; they are counted as delivered, too. */
  readonly complained: number
  /** Messages that failed, without cancelled ones. */
  readonly failed: number
  /** Messages that a person has opened. */
  readonly opened: number
  /** Messages with a link that a person has followed. */
  readonly clicked: number
  /** Messages whose recipient has unsubscribed by them. */
  readonly unsubscribed: number
}

export interface DeliveryFigures {
  /** The requested window. */
  readonly period: "24h" | "7d" | "30d" | "90d"
  /** Messages that wait for their first attempt, without scheduled ones. */
  readonly queued: number
  /** Messages in flight. */
  readonly sending: number
  /** Messages that wait for another attempt. */
  readonly deferred: number
  /** Messages whose time hasn't come. */
  readonly scheduled: number
  /** Since when the message is due that has waited longest; null if none is due. */
  readonly oldest_due_at: string | null
  /** Whether the tenant's own SMTP server accepted the login when last used; if it refused, mail waits. Null if the tenant has none. */
  readonly own_server: "ok" | "refused" | null
  readonly handover_ms: HandoverTimes
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

/** Milliseconds from the acceptance of a message, or from the time for which it was scheduled, to its acceptance by the next hop. Estimated from counts of ranges such as 200 to 500 ms; times over 12 hours count as 12 hours. */
export interface HandoverTimes {
  /** Messages created in the window that a next hop accepted. */
  readonly count: number
  /** Milliseconds within which half of them were handed over; null if there are none. */
  readonly p50: number | null
  /** Milliseconds within which 95 % of them were handed over; null if there are none. */
  readonly p95: number | null
}

/** `hour`, `day` and `week` are the last hour, 24 hours and seven days, all from the beginning of an hour: so `hour` is the present hour and the one before it. */
export interface ReputationSummary {
  readonly level: ReputationLevel
  /** Why and since when sending is paused; null if it isn't. */
  readonly paused: SendingPause | null
  readonly hour: ReputationFigures
  readonly day: ReputationFigures
  readonly week: ReputationFigures
  /** By sending domain, those with the most complaints and bounces first; at most 100. */
  readonly domains: ReadonlyArray<DomainReputation>
}

/** `warn`: above what mailbox providers ask of senders. `pause`: above the limits at which sending may be paused. */
export type ReputationLevel = "ok" | "warn" | "pause"

/** Why and since when sending is paused; null if it isn't. */
export interface SendingPause {
  readonly reason: PauseReason
  /** When sending was paused. */
  readonly since: string
}

export interface ReputationFigures {
  /** Messages that a next hop accepted, or refused because of their recipient. */
  readonly sent: number
  /** Messages whose recipient was refused permanently, at once or by a later report. */
  readonly bounced: number
  /** Messages that were reported as spam. */
  readonly complained: number
  /** bounced as a fraction of sent; 0 when nothing was sent. */
  readonly bounce_rate: number
  /** complained as a fraction of sent; 0 when nothing was sent. */
  readonly complaint_rate: number
  readonly level: ReputationLevel
}

export interface DomainReputation {
  /** The domain of the mail's From address, as A-labels. */
  readonly domain: string
  readonly level: ReputationLevel
  readonly hour: ReputationFigures
  readonly day: ReputationFigures
  readonly week: ReputationFigures
}

export interface CreateTemplate {
  /** The id by which sends name it. */
  readonly id: string
  /** The name to show people. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** A source: MJML of at most 256 KiB. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Design | null | undefined
  /** A source: html of at most 256 KiB, sent as it is. */
  readonly html?: string | null | undefined
  /** The plain text; by default it is made from the html. */
  readonly text_body?: string | null | undefined
  /** The variables that it declares, by path, with their defaults for sends whose data lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** Its content in other languages, by language tag; null removes a language. */
  readonly locales?: Readonly<Record<string, TemplateVariant | null>> | undefined
}

export interface Design {
  readonly schema_version: 1
  /** The look of the whole mail. */
  readonly theme?: DesignTheme | undefined
  /** From top to bottom, at most 200, those in columns included. */
  readonly blocks: ReadonlyArray<Block>
}

export interface DesignTheme {
  /** Around the content. */
  readonly backgroundColor: string
  /** Of the content. */
  readonly contentBackgroundColor: string
  /** Of links. */
  readonly linkColor: string
  /** As CSS has it. */
  readonly fontFamily: string
  /** Of the content, such as 600px. */
  readonly width: string
}

export type Block = HeadingBlock | TextBlock | ButtonBlock | ImageBlock | DividerBlock | SpacerBlock | SocialBlock | FooterBlock | ColumnsBlock

export interface HeadingBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "heading"
  /** The text, with merge tags. */
  readonly text: string
  /** The size: 1 is the largest. */
  readonly level: 1 | 2 | 3
  /** The alignment in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the text: a colour of CSS. */
  readonly color?: string | undefined
}

export interface TextBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "text"
  /** Text with plain formatting, lists and links, with merge tags. */
  readonly html: string
  /** The alignment in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the text: a colour of CSS. */
  readonly color?: string | undefined
}

export interface ButtonBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "button"
  /** The label. */
  readonly label: string
  /** The link's target. */
  readonly href: string
  /** The alignment in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the button: a colour of CSS. */
  readonly backgroundColor?: string | undefined
  /** Of the label: a colour of CSS. */
  readonly color?: string | undefined
}

export interface ImageBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "image"
  /** The URL of the image. */
  readonly src: string
  /** The text for when the image isn't shown. */
  readonly alt: string
  /** The alignment in its line. */
  readonly align: "left" | "center" | "right"
  /** The link's target. */
  readonly href?: string | undefined
  /** Such as 600px. */
  readonly width?: string | undefined
}

export interface DividerBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "divider"
  /** Of the line: a colour of CSS. */
  readonly color?: string | undefined
}

export interface SpacerBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "spacer"
  /** In pixels. */
  readonly height: number
}

export interface SocialBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "social"
  /** The alignment in its line. */
  readonly align: "left" | "center" | "right"
  /** Profiles elsewhere, at most 20. */
  readonly networks: ReadonlyArray<{ readonly name: string; readonly href: string }>
}

export interface FooterBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "footer"
  /** The text of the footer, with merge tags. */
  readonly html: string
  /** The target of the unsubscribe link. */
  readonly unsubscribeUrl?: string | undefined
}

export interface ColumnsBlock {
  /** The block's id, unique in the design, at most 64 characters. */
  readonly id: string
  readonly type: "columns"
  /** One to four, from left to right. */
  readonly columns: ReadonlyArray<{ readonly blocks: ReadonlyArray<SimpleBlock> }>
}

export type SimpleBlock = HeadingBlock | TextBlock | ButtonBlock | ImageBlock | DividerBlock | SpacerBlock | SocialBlock | FooterBlock

export interface TemplateVariant {
  /** Its subject, with merge tags; by default the template's. */
  readonly subject_template?: string | null | undefined
  /** A source: MJML of at most 256 KiB. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Design | null | undefined
  /** A source: html of at most 256 KiB, sent as it is. */
  readonly html?: string | null | undefined
  /** The plain text; by default it is made from the html. */
  readonly text_body?: string | null | undefined
}

export interface CreatedTemplate {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** Possible mistakes, which don't prevent sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "created"
}

export interface TemplateList {
  /** Newest first. */
  readonly data: ReadonlyArray<TemplateSummary>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface TemplateSummary {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** The name to show people. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** False once it is deactivated: no send can use it. */
  readonly active: boolean
  /** When the template was created. */
  readonly created_at: string
  /** When it was last changed. */
  readonly updated_at: string
}

export interface PreviewTemplate {
  /** A source: MJML. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Readonly<Record<string, unknown>> | null | undefined
  /** The subject, with merge tags. */
  readonly subject_template?: string | null | undefined
  /** A source: html, as it is. */
  readonly html?: string | null | undefined
  /** The plain text; by default it is made from the html. */
  readonly text_body?: string | null | undefined
  /** The values for the merge tags. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The variables that it declares, by path, with their defaults for sends whose data lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** Its content in other languages, by language tag; null removes a language. */
  readonly locales?: Readonly<Record<string, { readonly mjml_source?: string | null | undefined; readonly design_json?: Readonly<Record<string, unknown>> | null | undefined; readonly subject_template?: string | null | undefined; readonly html?: string | null | undefined; readonly text_body?: string | null | undefined } | null>> | undefined
  /** The language to show. */
  readonly locale?: string | undefined
}

export interface TemplatePreview {
  /** The html, with the data filled in. */
  readonly html: string
  /** The subject, with the data filled in. */
  readonly subject: string
  /** The plain text, with the data filled in. */
  readonly text: string
  /** The MJML that was compiled: as given, or made from the design; else empty. */
  readonly mjml_source: string
  /** The reasons why a save would be refused, each with the part that it is about. */
  readonly errors: ReadonlyArray<string>
  /** Possible mistakes, which don't prevent sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
}

export interface StarterList {
  /** The starters. */
  readonly data: ReadonlyArray<StarterSummary>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface StarterSummary {
  /** The starter's id. */
  readonly slug: string
  /** The name to show people. */
  readonly name: string
  /** Its purpose, such as welcome or receipt. */
  readonly category: string
  /** The content of the mail, in a sentence. */
  readonly description: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** The mail with sample data, as a preview. */
  readonly thumbnail_html: string
}

export interface Starter {
  /** The starter's id. */
  readonly slug: string
  /** The name to show people. */
  readonly name: string
  /** Its purpose, such as welcome or receipt. */
  readonly category: string
  /** The content of the mail, in a sentence. */
  readonly description: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** The source, in the tenant's brand; it has merge tags only for the data of a send. */
  readonly mjml_source: string
  /** The variables that it declares, by path, with sample values. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Template {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** The name to show people. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** The html as you gave it; null if there is another source. */
  readonly html: string | null
  /** The compiled source: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
  /** The declared variables, by path, with their defaults for sends whose data lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** Its content in other languages, by language tag. */
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  /** When the template was created. */
  readonly created_at: string
  /** False once it is deactivated: no send can use it. */
  readonly active: boolean
  /** When it was last changed. */
  readonly updated_at: string
}

/** A template's content in one language. A part that is null comes from the next language that it falls back to. */
export interface TemplateVariantView {
  /** The subject, with merge tags; null if it is the template's. */
  readonly subject_template: string | null
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** The html as you gave it; null if there is another source. */
  readonly html: string | null
  /** The compiled source: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
}

export interface UpdateTemplate {
  /** The name to show people. */
  readonly name?: string | undefined
  /** The subject, with merge tags. */
  readonly subject_template?: string | undefined
  /** A source: MJML of at most 256 KiB. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Design | null | undefined
  /** A source: html of at most 256 KiB, sent as it is. */
  readonly html?: string | null | undefined
  /** The plain text; by default it is made from the html. */
  readonly text_body?: string | null | undefined
  /** The variables that it declares, by path, with their defaults for sends whose data lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** Its content in other languages, by language tag; null removes a language. A language that you give replaces the template's; others stay. */
  readonly locales?: Readonly<Record<string, TemplateVariant | null>> | undefined
}

export interface UpdatedTemplate {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** Possible mistakes, which don't prevent sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "updated"
  /** The compiled html of the new source, if you gave one. */
  readonly compiled_html?: string
}

export interface DeactivatedTemplate {
  /** The id by which sends name the template. */
  readonly id: string
  readonly status: "deactivated"
}

export interface TemplateVersionList {
  /** Newest first. */
  readonly data: ReadonlyArray<TemplateVersionSummary>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface TemplateVersionSummary {
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** The name to show people. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** When it was saved. */
  readonly created_at: string
}

export interface TemplateVersion {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** The name to show people. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** The html as you gave it; null if there is another source. */
  readonly html: string | null
  /** The compiled source: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
  /** The declared variables, by path, with their defaults for sends whose data lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** Its content in other languages, by language tag. */
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  /** When it was saved. */
  readonly created_at: string
}

export interface RestoreTemplate {
  /** The number of an earlier version. */
  readonly version: number
}

export interface RestoredTemplate {
  /** The id by which sends name the template. */
  readonly id: string
  /** The version's number; each save makes the next one. */
  readonly version: number
  /** Possible mistakes, which don't prevent sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "restored"
}

export interface Brand {
  /** The name of the sender. */
  readonly name: string
  /** The https URL of the logo. */
  readonly logo_url: string | null
  /** The colour of buttons and links. */
  readonly primary_color: string
  /** The colour around the content. */
  readonly background_color: string
  /** The colour of the text. */
  readonly text_color: string
  /** The font, as in CSS. */
  readonly font_family: string
  /** The https URL that the logo links to. */
  readonly website_url: string | null
  /** The email address for questions. */
  readonly support_email: string | null
  /** The postal address in the footer. */
  readonly postal_address: string | null
}

export interface UpdateBrand {
  /** The name of the sender. */
  readonly name?: string | null | undefined
  /** The https URL of the logo. */
  readonly logo_url?: string | null | undefined
  /** The colour of buttons and links. */
  readonly primary_color?: string | null | undefined
  /** The colour around the content. */
  readonly background_color?: string | null | undefined
  /** The colour of the text. */
  readonly text_color?: string | null | undefined
  /** The font, as in CSS. */
  readonly font_family?: string | null | undefined
  /** The https URL that the logo links to. */
  readonly website_url?: string | null | undefined
  /** The email address for questions. */
  readonly support_email?: string | null | undefined
  /** The postal address in the footer. */
  readonly postal_address?: string | null | undefined
}

export interface AddDomain {
  /** A domain name, in upper or lower case and any script. */
  readonly domain: string
}

export interface AddedDomain {
  /** The domain, in lower case, as A-labels. */
  readonly domain: string
  /** The records to have in DNS, in this order: SPF, DKIM, DMARC, the return path and the name for tracking if the service has hosts for them, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** What to do next. */
  readonly message: string
}

export interface DnsRecord {
  /** `CNAME` for the return path and for tracking, `TXT` for all others. */
  readonly type: "TXT" | "CNAME"
  /** The absolute name, without a final dot. */
  readonly host: string
  /** The value as one string, whatever its length. Of a CNAME the absolute name that it leads to, without a final dot. */
  readonly value: string
}

export interface DomainList {
  /** Newest first. */
  readonly domains: ReadonlyArray<DomainSummary>
}

export interface DomainSummary {
  /** The domain, in lower case, as A-labels. */
  readonly domain: string
  /** The selector of the key that signs. */
  readonly dkim_selector: string
  /** Whether SPF is verified. */
  readonly spf_verified: boolean
  /** Whether DKIM is verified. */
  readonly dkim_verified: boolean
  /** Whether a DMARC policy was found. */
  readonly dmarc_verified: boolean
  /** Whether the return path of the domain's mail is verified. Mail may be sent without it. Absent if the service has no host for return paths. */
  readonly return_path_verified?: boolean
  /** Whether tracked links in the domain's mail begin with `track.<domain>`. Mail may be sent without it. Absent if the service has no host for tracking. */
  readonly tracking_verified?: boolean
  /** The records to have in DNS, in this order: SPF, DKIM, DMARC, the return path and the name for tracking if the service has hosts for them, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** When it first became ready to send. */
  readonly verified_at: string | null
  /** When the domain was added. */
  readonly created_at: string
}

export interface Domain {
  /** The domain, in lower case, as A-labels. */
  readonly domain: string
  /** The selector of the key that signs. */
  readonly dkim_selector: string
  /** Whether SPF is verified. */
  readonly spf_verified: boolean
  /** Whether DKIM is verified. */
  readonly dkim_verified: boolean
  /** Whether a DMARC policy was found. */
  readonly dmarc_verified: boolean
  /** Whether the return path of the domain's mail is verified. Mail may be sent without it. Absent if the service has no host for return paths. */
  readonly return_path_verified?: boolean
  /** Whether tracked links in the domain's mail begin with `track.<domain>`. Mail may be sent without it. Absent if the service has no host for tracking. */
  readonly tracking_verified?: boolean
  /** The records to have in DNS, in this order: SPF, DKIM, DMARC, the return path and the name for tracking if the service has hosts for them, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** When it first became ready to send. */
  readonly verified_at: string | null
  /** When the domain was added. */
  readonly created_at: string
  /** The result of the last check; null before the first. */
  readonly verification: DomainVerification | null
  /** Whether SPF and DKIM are verified. */
  readonly ready_to_send: boolean
}

export interface DomainVerification {
  readonly spf: SpfFinding
  readonly dkim: DkimFinding
  readonly dmarc: DmarcFinding
  /** Absent if the service has no host for return paths. */
  readonly return_path?: ReturnPathFinding
  /** Absent if the service has no host for tracking. */
  readonly tracking?: TrackingFinding
  /** The keys in addition to the first one: that of a rotation, and an Ed25519 key. */
  readonly dkim_others: ReadonlyArray<DkimFinding>
  /** Keys that no longer sign, and the time from which you may remove their records from DNS. */
  readonly dkim_retired: ReadonlyArray<RetiredDkimKey>
  /** When the records were looked up. */
  readonly checked_at: string
  /** Problems that may keep mail from arriving although everything is verified. */
  readonly warnings: ReadonlyArray<string>
}

export interface SpfFinding {
  /** Whether the record is correct. */
  readonly verified: boolean
  /** The status of the record; `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "pass" | "missing" | "multiple" | "not_authorized" | "permerror" | "temperror"
  /** The name that was looked up. */
  readonly host: string
  /** The expected value. */
  readonly expected: string
  /** The record that was found, at most its first 1,000 characters; null if there was none. */
  readonly found: string | null
  /** What the result means, and what to do about it. */
  readonly message: string
  /** The number of DNS look-ups that the record takes; the limit is 10. */
  readonly lookups: number
  /** The record to publish instead of the present one; null if that is `expected`. */
  readonly suggestion: string | null
}

export interface DkimFinding {
  /** Whether the record is correct. */
  readonly verified: boolean
  /** The status of the record; `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "mismatch" | "revoked" | "multiple" | "invalid" | "temperror"
  /** The name that was looked up. */
  readonly host: string
  /** The expected value. */
  readonly expected: string
  /** The record that was found, at most its first 1,000 characters; null if there was none. */
  readonly found: string | null
  /** What the result means, and what to do about it. */
  readonly message: string
  /** The selector of the key. */
  readonly selector: string
  /** Whether the record says that the domain is only testing DKIM (`t=y`). */
  readonly testing: boolean
}

export interface DmarcFinding {
  /** Whether the record is correct. */
  readonly verified: boolean
  /** The status of the record; `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "multiple" | "invalid" | "temperror"
  /** The name that was looked up. */
  readonly host: string
  /** The expected value. */
  readonly expected: string
  /** The record that was found, at most its first 1,000 characters; null if there was none. */
  readonly found: string | null
  /** What the result means, and what to do about it. */
  readonly message: string
  /** The domain of the policy: this one or one above it; null if there is no policy. */
  readonly found_at: string | null
  /** What the policy asks receivers to do. */
  readonly policy: "none" | "quarantine" | "reject" | null
  /** Whether the policy is that of a domain above. */
  readonly inherited: boolean
}

export interface ReturnPathFinding {
  /** Whether the record is correct. */
  readonly verified: boolean
  /** The status of the record; `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "mismatch" | "temperror"
  /** The name that was looked up. */
  readonly host: string
  /** The expected value. */
  readonly expected: string
  /** The record that was found, at most its first 1,000 characters; null if there was none. */
  readonly found: string | null
  /** What the result means, and what to do about it. */
  readonly message: string
}

export interface TrackingFinding {
  /** Whether the record is correct. */
  readonly verified: boolean
  /** The status of the record; `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "mismatch" | "temperror"
  /** The name that was looked up. */
  readonly host: string
  /** The expected value. */
  readonly expected: string
  /** The record that was found, at most its first 1,000 characters; null if there was none. */
  readonly found: string | null
  /** What the result means, and what to do about it. */
  readonly message: string
}

export interface RetiredDkimKey {
  /** The selector of the key. */
  readonly selector: string
  /** The name of its record. */
  readonly host: string
  /** The time from which you may remove the record from DNS. */
  readonly remove_after: string
}

export interface VerifiedDomain {
  /** The domain, in lower case, as A-labels. */
  readonly domain: string
  readonly verification: DomainVerification
  /** Whether SPF and DKIM are verified. */
  readonly ready_to_send: boolean
}

export interface SaveSmtpConfig {
  /** ses, sendgrid, mailgun, postmark, resend, brevo, mailjet, sparkpost, gmail; any other name means another server. */
  readonly provider: string
  /** A host name or an IP address. */
  readonly host: string
  /** Such as 587 or 465. */
  readonly port: number
  /** The user name of the login. */
  readonly username: string
  /** The password of the login. It is stored encrypted, and never shown again. */
  readonly password: string
  /** Whether mail requires TLS with a certificate that is valid for the host; true by default. */
  readonly tls_required?: boolean | undefined
  /** The name for EHLO, instead of that of the operator or the machine. */
  readonly ehlo_name?: string | undefined
  /** The sender of the tenant's mail if a send names none. */
  readonly from_email?: string | undefined
  /** The display name of that sender. */
  readonly from_name?: string | undefined
}

export interface SavedSmtpConfig {
  readonly success: true
  /** The name as you gave it. */
  readonly provider: string
}

export interface SmtpConfig {
  /** The name as you gave it. */
  readonly provider: string
  /** The host, in lower case, a name as A-labels. */
  readonly host: string
  /** The port. */
  readonly port: number
  /** The user name of the login. */
  readonly username: string
  /** Whether mail requires TLS. */
  readonly tls_required: boolean
  /** The name for EHLO, if the tenant chose one. */
  readonly ehlo_name?: string
  /** The sender of the tenant's mail if a send names none. */
  readonly from_email?: string
  /** The display name of that sender. */
  readonly from_name?: string
  /** False after the server refused the login, until it accepts mail again or is verified. */
  readonly verified: boolean
  /** When a server was first saved. */
  readonly created_at: string
  /** When it was last saved. */
  readonly updated_at: string
}

export interface SmtpVerification {
  /** Whether the server accepted the login. */
  readonly success: boolean
  /** Why it didn't, in one of a few fixed sentences. */
  readonly error?: string
}

export interface CreateTopic {
  /** The id by which sends and suppressions name it, such as `newsletter`. It can't be changed. */
  readonly id: string
  /** The name that recipients read, 1 to 100 characters. */
  readonly name: string
  /** What the topic's mail is about, in a sentence for recipients. At most 500 characters; null for none. */
  readonly description?: string | null | undefined
  /** Name and description in other languages, by language tag. */
  readonly translations?: Readonly<Record<string, TopicTranslation | null>> | undefined
}

export interface TopicTranslation {
  /** The name that recipients read, 1 to 100 characters. */
  readonly name: string
  /** What the topic's mail is about, in a sentence for recipients. At most 500 characters; null for none. */
  readonly description?: string | null | undefined
}

export interface Topic {
  /** The id by which sends and suppressions name it. */
  readonly id: string
  /** The name that recipients read. */
  readonly name: string
  /** What the topic's mail is about; null if nothing was given. */
  readonly description: string | null
  /** Name and description in other languages, by language tag. */
  readonly translations: Readonly<Record<string, TopicTexts>>
  /** When it was created. */
  readonly created_at: string
}

export interface TopicTexts {
  /** The name that recipients read. */
  readonly name: string
  /** What the topic's mail is about; null if nothing was given. */
  readonly description: string | null
}

export interface TopicList {
  /** In the order in which they were created. */
  readonly data: ReadonlyArray<Topic>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface UpdateTopic {
  /** The name that recipients read, 1 to 100 characters. */
  readonly name?: string | undefined
  /** What the topic's mail is about, in a sentence for recipients. At most 500 characters; null for none. */
  readonly description?: string | null | undefined
  /** Name and description in other languages, by language tag. A language that you give replaces the topic's, null removes it, others stay. */
  readonly translations?: Readonly<Record<string, TopicTranslation | null>> | undefined
}

export interface AddSuppression {
  /** The address, in any spelling. */
  readonly email_address: string
  /** The reason; `manual` by default. */
  readonly reason?: string | undefined
  /** Suppresses only mail of this topic, which must exist; by default all mail to the address. */
  readonly topic?: string | undefined
}

export interface Suppressed {
  readonly status: "suppressed"
}

export interface SuppressionList {
  /** Newest first. */
  readonly data: ReadonlyArray<Suppression>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
  /** The `after` of the next page; null if this is the last page. */
  readonly next: string | null
}

export interface Suppression {
  /** The address. */
  readonly email_address: string
  /** The reason, such as `bounced` or `manual`. */
  readonly reason: string
  /** When it was suppressed. */
  readonly added_at: string
  /** The topic whose mail is suppressed; null: all mail to the address. */
  readonly topic: string | null
}

export interface ImportSuppressions {
  /** Up to 100,000 addresses. */
  readonly suppressions: ReadonlyArray<SuppressionRow>
}

export interface SuppressionRow {
  /** The address, in any spelling. */
  readonly email_address: string
  /** The reason; `manual` by default. */
  readonly reason?: string | undefined
  /** Suppresses only mail of this topic, which must exist; by default all mail to the address. */
  readonly topic?: string | undefined
}

export interface ImportedSuppressions {
  /** Addresses that are suppressed from now on. */
  readonly added: number
  /** Rows whose address, or its topic, was suppressed already, or by an earlier row. */
  readonly already_suppressed: number
  /** Rows that were left out because they are invalid. */
  readonly invalid_count: number
  /** The first 100 of them. */
  readonly invalid: ReadonlyArray<InvalidRow>
}

export interface InvalidRow {
  /** Of a table, the line that the row begins on; of JSON, its place in the list. From 1. */
  readonly line: number
  /** What is wrong with it. It never repeats what the row contains. */
  readonly reason: string
}

export interface SuppressionCheck {
  /** Whether the whole address is suppressed: it gets no mail at all. */
  readonly suppressed: boolean
  /** Empty if the address isn't suppressed. */
  readonly reason: string
  /** RFC 3339; empty if the address isn't suppressed. */
  readonly since: string
  /** Topics of which it gets no mail, whatever `suppressed` says. */
  readonly topics: ReadonlyArray<SuppressedTopic>
}

export interface SuppressedTopic {
  /** The topic's id. */
  readonly topic: string
  /** The reason. */
  readonly reason: string
  /** When it was suppressed. */
  readonly since: string
}

export interface TrackingSettings {
  /** Whether an invisible image in the html reports when the mail is opened. */
  readonly opens: boolean
  /** Whether links in the html lead over this service, which reports when they are followed. */
  readonly clicks: boolean
  /** Whether this service has an address on the internet, without which nothing is tracked. */
  readonly available: boolean
}

export interface UpdateTracking {
  /** Whether an invisible image in the html reports when the mail is opened. */
  readonly opens?: boolean | undefined
  /** Whether links in the html lead over this service, which reports when they are followed. */
  readonly clicks?: boolean | undefined
}

export interface CreateWebhookEndpoint {
  /** The URL that events are posted to: http or https, without a user name. */
  readonly url: string
  /** The types of events that are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
}

export interface CreatedWebhookEndpoint {
  /** The endpoint's id. */
  readonly id: number
  /** The URL that events are posted to. */
  readonly url: string
  /** The types of events that are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
  /** Whether events are posted to it. */
  readonly active: boolean
  /** When it was created. */
  readonly created_at: string
  /** `whsec_` and base64. It is shown only here. */
  readonly secret: string
  /** What to do with it. */
  readonly warning: string
}

export interface WebhookEndpointList {
  /** Newest first. */
  readonly data: ReadonlyArray<WebhookEndpoint>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface WebhookEndpoint {
  /** The endpoint's id. */
  readonly id: number
  /** The URL that events are posted to. */
  readonly url: string
  /** The types of events that are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
  /** Whether events are posted to it. */
  readonly active: boolean
  /** When it was created. */
  readonly created_at: string
  /** The time since which every attempt has failed; null if no failure is known. */
  readonly failing_since: string | null
  /** Why Telemark made it inactive: it answered 410 (`gone`), or every attempt failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null
}

export interface UpdateWebhookEndpoint {
  /** The URL that events are posted to: http or https, without a user name. */
  readonly url?: string | undefined
  /** The types of events that are posted. */
  readonly events?: ReadonlyArray<WebhookEventType> | undefined
  /** Whether events are posted to it. An inactive endpoint gets no events, and events that waited for it are dropped. */
  readonly active?: boolean | undefined
}

export interface RotatedWebhookSecret {
  /** The endpoint's id. */
  readonly id: number
  /** `whsec_` and base64. It is shown only here. */
  readonly secret: string
  /** The time until which the previous secret also signs. */
  readonly former_secret_until: string
  /** What to do with it. */
  readonly warning: string
}

export interface TestWebhook {
  /** The event type; by default the endpoint's first. */
  readonly type?: WebhookEventType | undefined
}

export interface WebhookAttempt {
  /** The attempt's id. */
  readonly id: string
  /** The id of the posted event. */
  readonly event_id: string
  readonly type: WebhookEventType
  /** The number of the attempt, from 1; 0 for a test. */
  readonly attempt: number
  /** `delivered`: the endpoint accepted the event. `pending`: it didn't, and there will be another attempt. `failed`: it didn't, and there will be none. */
  readonly status: "delivered" | "pending" | "failed"
  /** The status of the answer; null if none came. */
  readonly status_code: number | null
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
  /** The first kB of the answer's body; null if no answer came. */
  readonly response: string | null
  /** Why the attempt failed; null if it succeeded. */
  readonly error: string | null
  /** When the next attempt is due; null if there will be none. */
  readonly next_attempt_at: string | null
  /** When it was created. */
  readonly created_at: string
}

export type WebhookAttemptOutcome = "accepted" | "refused"

export interface WebhookAttemptList {
  /** Newest first. */
  readonly data: ReadonlyArray<WebhookAttempt>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface WebhookAttemptDetail {
  /** The attempt's id. */
  readonly id: string
  /** The id of the posted event. */
  readonly event_id: string
  readonly type: WebhookEventType
  /** The number of the attempt, from 1; 0 for a test. */
  readonly attempt: number
  /** `delivered`: the endpoint accepted the event. `pending`: it didn't, and there will be another attempt. `failed`: it didn't, and there will be none. */
  readonly status: "delivered" | "pending" | "failed"
  /** The status of the answer; null if none came. */
  readonly status_code: number | null
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
  /** The first kB of the answer's body; null if no answer came. */
  readonly response: string | null
  /** Why the attempt failed; null if it succeeded. */
  readonly error: string | null
  /** When the next attempt is due; null if there will be none. */
  readonly next_attempt_at: string | null
  /** When it was created. */
  readonly created_at: string
  /** The body that was posted: the event as JSON. Null once the event is no longer stored. */
  readonly request: string | null
}

export interface ReplayWebhooks {
  /** The id of one event, of any type. */
  readonly event_id?: string | undefined
  /** Events from this instant on (RFC 3339), of the endpoint's event types. */
  readonly since?: string | undefined
  /** Events before this instant; by default now. */
  readonly until?: string | undefined
}

export interface ReplayedWebhooks {
  readonly status: "queued"
  /** The number of events that are delivered again. */
  readonly events: number
  /** The `since` of the next request if there are more events; null if these were all. */
  readonly next_since: string | null
}

export interface CreateApiKey {
  /** The name to show people. */
  readonly name: string
  /** The key's scopes, at most those of the calling key; by default `email:send` and `email:read`. */
  readonly scopes?: ReadonlyArray<KeyScope> | undefined
  /** Sends a minute, at most as many as the calling key may make; 600 by default. */
  readonly rate_limit?: number | undefined
}

export type KeyScope = "email:send" | "email:read" | "template:read" | "template:manage" | "domain:read" | "domain:write" | "smtp:read" | "smtp:write" | "suppression:read" | "suppression:write" | "topic:read" | "topic:write" | "webhook:read" | "webhook:write" | "feedback:read" | "feedback:write" | "tracking:read" | "tracking:write" | "apikey:manage"

export interface CreatedApiKey {
  /** The key's id. */
  readonly id: string
  /** The beginning of the key, by which people recognise it. */
  readonly prefix: string
  /** The name to show people. */
  readonly name: string
  /** The key's scopes. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Sends a minute. */
  readonly rate_limit: number
  /** The raw key, shown only here. */
  readonly key: string
  /** What to do with it. */
  readonly warning: string
}

export interface ApiKeyList {
  /** The keys, newest first, including revoked ones. */
  readonly data: ReadonlyArray<ApiKey>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface ApiKey {
  /** The key's id. */
  readonly id: string
  /** The beginning of the key, by which people recognise it. */
  readonly prefix: string
  /** The name to show people. */
  readonly name: string
  /** The key's scopes. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Sends a minute. */
  readonly rate_limit: number
  /** When it was created. */
  readonly created_at: string
  /** When it was last used, to the minute; null if never. */
  readonly last_used_at: string | null
  /** When it was revoked; null if it is valid. */
  readonly revoked_at: string | null
}

export interface UpdateApiKey {
  /** The name to show people. */
  readonly name?: string | undefined
  /** Sends a minute, at most as many as the calling key may make. It applies from the next send on. */
  readonly rate_limit?: number | undefined
}

export interface CreateTenant {
  /** Its name: 1 to 64 letters, digits, dots, dashes or underscores. */
  readonly name: string
  /** The sender of mail whose send names none. */
  readonly default_from?: string | undefined
  /** Recipients that may be queued per calendar month (UTC); the deployment's limit by default. */
  readonly monthly_limit?: number | undefined
  /** What becomes of sends whose data lacks a variable of their template, unless a send says otherwise. */
  readonly missing?: MissingData | undefined
}

export interface Tenant {
  /** The tenant's id, `tn_…`. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** The sender of mail whose send names none; null: the deployment's. */
  readonly default_from: string | null
  /** Recipients that may be queued per calendar month (UTC); null: the deployment's limit. */
  readonly monthly_limit: number | null
  /** Whether opens of its mail are tracked unless a send says otherwise. */
  readonly track_opens: boolean
  /** Whether clicks in its mail are tracked unless a send says otherwise. */
  readonly track_clicks: boolean
  /** What becomes of sends whose data lacks a variable of their template, unless a send says otherwise. */
  readonly missing: MissingData
  /** When it was created. */
  readonly created_at: string
  /** Why and since when its sending is paused; null if it isn't. */
  readonly paused: TenantPause | null
}

/** Why and since when its sending is paused; null if it isn't. */
export interface TenantPause {
  readonly reason: PauseReason
  /** When sending was paused. */
  readonly since: string
  /** The operator's own words, or the limit that was exceeded; null if there are none. */
  readonly note: string | null
  /** Whether tracked links in mail that it sent answer 410 until it is resumed. */
  readonly links_stopped: boolean
}

export interface TenantList {
  /** Newest first. */
  readonly data: ReadonlyArray<Tenant>
  /** The maximum number of entries of the page. */
  readonly limit: number
  /** The number of skipped entries. */
  readonly offset: number
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
  /** The `after` of the next page; null if this is the last page. */
  readonly next: string | null
}

export interface TenantEventList {
  /** Newest first: at most 100 of the last 90 days. */
  readonly data: ReadonlyArray<TenantEvent>
  /** The unknown parameters of the query, which were ignored, with what was probably meant. */
  readonly warnings?: ReadonlyArray<string>
}

export interface TenantEvent {
  /** The event's id, `oev_…`. */
  readonly id: string
  /** What happened. */
  readonly type: "tenant.paused" | "tenant.resumed" | "tenant.warned"
  /** The tenant's name. */
  readonly tenant: string
  /** When it happened. */
  readonly created_at: string
  /** Why it was paused. */
  readonly reason?: PauseReason
  /** The operator's own words. */
  readonly note?: string
  /** The sending domain whose mail exceeds the limit; absent if that of all its domains together does. */
  readonly domain?: string
  /** The limit that is exceeded, in words. */
  readonly explanation?: string
}

export interface TenantDetails {
  /** The tenant's id, `tn_…`. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** The sender of mail whose send names none; null: the deployment's. */
  readonly default_from: string | null
  /** Recipients that may be queued per calendar month (UTC); null: the deployment's limit. */
  readonly monthly_limit: number | null
  /** Whether opens of its mail are tracked unless a send says otherwise. */
  readonly track_opens: boolean
  /** Whether clicks in its mail are tracked unless a send says otherwise. */
  readonly track_clicks: boolean
  /** What becomes of sends whose data lacks a variable of their template, unless a send says otherwise. */
  readonly missing: MissingData
  /** When it was created. */
  readonly created_at: string
  /** Why and since when its sending is paused; null if it isn't. */
  readonly paused: TenantPause | null
  readonly reputation: ReputationSummary
}

export interface UpdateTenant {
  /** The sender of mail whose send names none; null takes it away. */
  readonly default_from?: string | null | undefined
  /** Recipients that may be queued per calendar month (UTC); null: the deployment's limit. */
  readonly monthly_limit?: number | null | undefined
  /** Whether opens of its mail are tracked unless a send says otherwise. */
  readonly track_opens?: boolean | undefined
  /** Whether clicks in its mail are tracked unless a send says otherwise. */
  readonly track_clicks?: boolean | undefined
  /** What becomes of sends whose data lacks a variable of their template, unless a send says otherwise. */
  readonly missing?: MissingData | undefined
}

export interface PauseTenant {
  /** The operator's own words, for the operator: the tenant doesn't see them; 1 to 500 characters. */
  readonly note?: string | undefined
  /** Whether tracked links in mail that it sent stop redirecting, too, and answer 410 until it is resumed; false by default. True also stops those of a tenant that is paused already. */
  readonly stop_links?: boolean | undefined
}

export interface DiagnosisReport {
  /** Whether this deployment checks itself; an application that embeds Telemark doesn't. */
  readonly available: boolean
  /** When the checks ended. They run at most once a minute. Null if they aren't available. */
  readonly checked_at: string | null
  /** What was found; empty if the checks aren't available. */
  readonly findings: ReadonlyArray<DiagnosisFinding>
}

export interface DiagnosisFinding {
  /** `warning`: it works, but look into it. `problem`: something doesn't work. */
  readonly level: "ok" | "warning" | "problem"
  /** What was checked, such as `dns`. */
  readonly check: string
  /** What was found and, unless it is ok, what to do, wherever it is done. */
  readonly message: string
  /** What the command line does about it, as a sentence with commands in backticks; or null. */
  readonly command: string | null
  /** The names of the tenants that it concerns; empty if it concerns all of the deployment. */
  readonly tenants: ReadonlyArray<string>
}

export interface PageRequest {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
}

export interface ListEmails {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** The `next` of the previous page: this page begins after it. Can't be combined with an offset. */
  readonly after?: string | undefined
  /** Only messages that have all these words, or words that begin so, in recipient, subject, sender, tags or template, in upper or lower case. Or the beginning of an id. Can't be combined with an offset. */
  readonly q?: string | undefined
  /** Only messages with this status. */
  readonly status?: EmailStatus | undefined
  /** Only messages to this address, in upper or lower case. */
  readonly recipient?: string | undefined
  /** Only messages to an address of this domain, not to those of domains below it. Can't be combined with an offset. */
  readonly recipient_domain?: string | undefined
  /** Only messages from an address of this domain. Can't be combined with an offset. */
  readonly sender_domain?: string | undefined
  /** Only messages whose subject begins with this, in upper or lower case of A to Z. Can't be combined with an offset. */
  readonly subject?: string | undefined
  /** Only messages made from this template. */
  readonly template_id?: string | undefined
  /** Only messages with this tag: its name and value, such as `order:1042`. */
  readonly tag?: string | undefined
  /** Only messages accepted at this instant or later (RFC 3339). */
  readonly since?: string | undefined
  /** Only messages accepted before this instant. */
  readonly until?: string | undefined
}

export interface ExportEmails {
  /** Only messages that have all these words, or words that begin so, in recipient, subject, sender, tags or template, in upper or lower case. Or the beginning of an id. Can't be combined with an offset. */
  readonly q?: string | undefined
  /** Only messages with this status. */
  readonly status?: EmailStatus | undefined
  /** Only messages to this address, in upper or lower case. */
  readonly recipient?: string | undefined
  /** Only messages to an address of this domain, not to those of domains below it. Can't be combined with an offset. */
  readonly recipient_domain?: string | undefined
  /** Only messages from an address of this domain. Can't be combined with an offset. */
  readonly sender_domain?: string | undefined
  /** Only messages whose subject begins with this, in upper or lower case of A to Z. Can't be combined with an offset. */
  readonly subject?: string | undefined
  /** Only messages made from this template. */
  readonly template_id?: string | undefined
  /** Only messages with this tag: its name and value, such as `order:1042`. */
  readonly tag?: string | undefined
  /** Only messages accepted at this instant or later (RFC 3339). */
  readonly since?: string | undefined
  /** Only messages accepted before this instant. */
  readonly until?: string | undefined
}

export interface StreamEvents {
  /** The id of an event that is still stored: the stream begins with what was recorded after it. By default it begins now. The header Last-Event-ID takes precedence. */
  readonly last_event_id?: string | undefined
}

export interface ListInbox {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** The `next` of the previous page: this page begins after it. Can't be combined with an offset. */
  readonly after?: string | undefined
  /** Only mail whose recipient or subject contains this text, in upper or lower case. */
  readonly q?: string | undefined
}

export interface ListUnmatchedFeedback {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** The `next` of the previous page: this page begins after it. Can't be combined with an offset. */
  readonly after?: string | undefined
}

export interface SummaryRequest {
  /** The length of the window, which ends now. */
  readonly period?: "24h" | "7d" | "30d" | "90d" | undefined
}

export interface SeriesRequest {
  /** The length of the window: 24 or 168 hours, or 30 or 90 days. The last of them is the present one. */
  readonly period?: "24h" | "7d" | "30d" | "90d" | undefined
}

export interface DeliveryRequest {
  /** The length of the window, which ends now and begins with a whole hour. */
  readonly period?: "24h" | "7d" | "30d" | "90d" | undefined
}

export interface ListSuppressions {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** The `next` of the previous page: this page begins after it. Can't be combined with an offset. */
  readonly after?: string | undefined
  /** Only suppressions of this topic. */
  readonly topic?: string | undefined
  /** Only addresses that begin so, in upper or lower case. */
  readonly email?: string | undefined
  /** Only suppressions with this reason, such as `bounce`, `complaint`, `unsubscribe` or `manual`. */
  readonly reason?: string | undefined
}

export interface ExportSuppressions {
  /** Only suppressions of this topic. */
  readonly topic?: string | undefined
  /** Only addresses that begin so, in upper or lower case. */
  readonly email?: string | undefined
  /** Only suppressions with this reason, such as `bounce`, `complaint`, `unsubscribe` or `manual`. */
  readonly reason?: string | undefined
}

export interface RemoveSuppression {
  /** Removes the suppression of this topic alone; by default that of the whole address alone. */
  readonly topic?: string | undefined
}

export interface ListWebhookAttempts {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** Only attempts that the endpoint accepted, or only those that it refused or didn't answer, among its newest 10,000. */
  readonly outcome?: WebhookAttemptOutcome | undefined
}

export interface ListTenants {
  /** The maximum number of entries. */
  readonly limit?: number | undefined
  /** The number of entries to skip. */
  readonly offset?: number | undefined
  /** The `next` of the previous page: this page begins after it. Can't be combined with an offset. */
  readonly after?: string | undefined
  /** Only tenants whose name contains this text, in upper or lower case. */
  readonly q?: string | undefined
}

export interface RemoveTenant {
  /** The tenant's name once more: without it, nothing is removed. */
  readonly confirm: string
}
