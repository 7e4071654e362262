// Made of @telemark/contract: change that, then run `npm run generate`.
import type { WebhookEventType } from "../Webhooks/index.js"

/** Why a message isn't delivered. `cancelled`: somebody cancelled it. `suppressed`: its recipient was suppressed after it had been accepted. `content_missing`: its content is no longer stored. `unsendable`: no mail can be made of it. All others say what the last attempt met: the next hop couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender (`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message (`too_large`, `policy`, `content`), or doesn't say what (`undetermined`). */
export type FailureCode = "transient" | "limit" | "hop_refuses_us" | "account_refused" | "sender_refused" | "authentication" | "invalid_recipient" | "recipient_refused" | "mailbox_full" | "too_large" | "policy" | "blocked" | "content" | "routing" | "undetermined" | "unsendable" | "suppressed" | "content_missing" | "cancelled"

export interface SendEnvelope {
  /** Who gets it: `a@example.com` or `Name <a@example.com>`, or a list. The mail shows the name, everything else has the address alone. `to`, `cc` and `bcc` hold 1 to 50 together. */
  readonly to: string | ReadonlyArray<string>
  /** With `cc` or `bcc`, everybody gets one and the same mail and sees `to` and `cc`; otherwise each recipient gets one of their own. */
  readonly cc?: string | ReadonlyArray<string> | undefined
  /** These get the mail, and nobody sees them in it. */
  readonly bcc?: string | ReadonlyArray<string> | undefined
  /** `a@example.com` or `Name <a@example.com>`; by default the tenant's sender. */
  readonly from?: string | undefined
  /** Where answers go: a mailbox like `from`, or a list of 1 to 10. */
  readonly reply_to?: string | ReadonlyArray<string> | undefined
  /** By default the template's, or empty. */
  readonly subject?: string | undefined
  /** What the template's merge tags stand for. At most 64 levels deep, 20,000 members and 2 MiB. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** Which language of the template; it falls back from `de-AT` to `de` to the template itself. */
  readonly locale?: string | undefined
  /** Files that go along: at most 50, which hold 10 MiB together. */
  readonly attachments?: ReadonlyArray<Attachment> | undefined
  /** Kept with each message; events carry it. At most 16 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** At most 10 names with values, by which messages are found again: `GET /emails?tag=name:value`. */
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** Further header fields: at most 50, which hold 16 KiB together. Fields that the service writes itself are left out, and named in `warnings`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** When it is to be sent, at most 30 days ahead; an instant that is over means at once. */
  readonly scheduled_at?: string | undefined
}

/** `template_id`: The template that the mail is made from, instead of `html` and `text`. `html`: At most 1 MiB. `text`: At most 1 MiB. Beside `html`, what is shown where html isn't; without it, that is made from the html. */
export type SendContent =
  | { readonly template_id: string; readonly html?: undefined; readonly text?: undefined }
  | { readonly template_id?: undefined; readonly html: string; readonly text?: string | undefined }
  | { readonly template_id?: undefined; readonly html?: string | undefined; readonly text: string }

export type SendRequest = SendEnvelope & SendContent

export interface Attachment {
  /** What the file is called. */
  readonly filename: string
  /** What is in it, as base64. All files of a send hold 10 MiB at most. */
  readonly content: string | Uint8Array
  /** Its media type; by default it follows from the filename. */
  readonly content_type?: string | undefined
  /** By this the html shows the file, as in `<img src="cid:logo">`; it isn't listed beside the text then. */
  readonly content_id?: string | undefined
}

export interface SendResult {
  /** One message for each recipient, in the order of `to`, `cc` and `bcc`. */
  readonly queued: ReadonlyArray<QueuedEmail>
  /** Addresses that were left out because they are suppressed. */
  readonly suppressed: ReadonlyArray<string>
  /** Whether this repeats the answer to an earlier send with the same Idempotency-Key; nothing was sent then. */
  readonly idempotent_replay: boolean
  /** What was accepted but not as given: members that are no part of a send, header fields that the service writes itself or that don't work, variables without a value; and mail that will leave unsigned. */
  readonly warnings?: ReadonlyArray<string>
  /** On a replay whose body differs from the first one's: nothing of this body was sent. */
  readonly warning?: string
}

export interface QueuedEmail {
  /** The message's id. */
  readonly id: string
  /** The address that it goes to. */
  readonly recipient: string
  readonly status: "queued"
}

export type Scope = "email:send" | "email:read" | "template:read" | "template:manage" | "domain:read" | "domain:write" | "smtp:read" | "smtp:write" | "suppression:read" | "suppression:write" | "webhook:read" | "webhook:write" | "feedback:write" | "apikey:manage"

export type EmailStatus = "queued" | "sending" | "sent" | "failed" | "bounced" | "complained" | "delivered" | "deferred"

export interface EmailList {
  /** Newest first. */
  readonly data: ReadonlyArray<EmailSummary>
  /** How many the page may have. */
  readonly limit: number
  /** How many are skipped. */
  readonly offset: number
  /** The `after` of the next page; null if this one isn't full, and so is the last. */
  readonly next: string | null
}

export interface EmailSummary {
  /** The message's id. */
  readonly id: string
  /** The address that it goes to. */
  readonly recipient_email: string
  /** The address that it comes from. */
  readonly sender_email: string
  /** The subject that was sent. */
  readonly subject: string
  readonly status: EmailStatus
  /** When the next hop took it; null until then. */
  readonly sent_at: string | null
  /** When it was accepted. */
  readonly created_at: string
}

export interface Email {
  /** The message's id. */
  readonly id: string
  /** The address that it goes to. */
  readonly recipient_email: string
  /** The address that it comes from. */
  readonly sender_email: string
  /** The subject that was sent. */
  readonly subject: string
  readonly status: EmailStatus
  /** When the next hop took it; null until then. */
  readonly sent_at: string | null
  /** When it was accepted. */
  readonly created_at: string
  /** The template that it was made from. */
  readonly template_id: string | null
  /** Which version of the template. */
  readonly template_version: number | null
  /** Who took it or refused it; empty until the first attempt. */
  readonly smtp_provider: string
  /** What the next hop said last. */
  readonly smtp_response: string | null
  /** The same for people. */
  readonly error_message: string | null
  /** Why a message isn't delivered. `cancelled`: somebody cancelled it. `suppressed`: its recipient was suppressed after it had been accepted. `content_missing`: its content is no longer stored. `unsendable`: no mail can be made of it. All others say what the last attempt met: the next hop couldn't be reached or refused for now (`transient`, `limit`), refuses this service (`hop_refuses_us`, `account_refused`, `blocked`), the sender (`sender_refused`, `authentication`), the recipient (`invalid_recipient`, `recipient_refused`, `mailbox_full`, `routing`) or the message (`too_large`, `policy`, `content`), or doesn't say what (`undetermined`). */
  readonly failure_code: FailureCode | null
  /** How many attempts were made. */
  readonly attempts: number
  /** When the next attempt is due; null if none will be made. */
  readonly next_attempt_at: string | null
  /** What the send gave as `metadata`. */
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** What the send gave as `tags`; empty if it gave none. */
  readonly tags: Readonly<Record<string, string>>
  /** When it is, or was, to be sent; null: at once. */
  readonly scheduled_at: string | null
}

export interface Timeline {
  /** The message's id. */
  readonly email_id: string
  readonly status: EmailStatus
  /** How the message stands and what comes next, in a sentence or two. */
  readonly summary: string
  /** What happened, oldest first. */
  readonly data: ReadonlyArray<TimelineEntry>
}

export interface TimelineEntry {
  /** The event's id. */
  readonly id: string
  readonly type: WebhookEventType
  /** When it happened. */
  readonly created_at: string
  /** What happened and what follows, in a sentence or two. */
  readonly message: string
  /** Which attempt it was, from 1; null if it was none. */
  readonly attempt: number | null
  /** Which route the attempt took: `smtp`, `capture`, the provider of the tenant's own server; null if none was asked. */
  readonly smtp_provider: string | null
  /** The protocol that encrypted the connection, such as TLSv1.3; null if it went in clear, was never made, or isn't known. */
  readonly tls: string | null
  /** How long the attempt took, in milliseconds. */
  readonly duration_ms: number | null
  /** What the next hop said. */
  readonly smtp_response: string | null
  /** The same for people. */
  readonly error_message: string | null
  /** How the outcome, or the refusal that was reported, was understood: `accepted`, `transient`, `invalid_recipient`, …; null if there was none. */
  readonly verdict: string | null
  /** Whether the next hop may have taken the message although it never said so. */
  readonly ambiguous: boolean
  /** When the next attempt is due; null if none will be made. */
  readonly next_attempt_at: string | null
  /** Of a click: where the link goes. */
  readonly link?: string
  /** Of an open or a click: what the opener says of itself. */
  readonly user_agent?: string
  /** Of an open or a click: whether it was a program rather than a person, as far as can be told. */
  readonly machine?: boolean
}

export interface FeedbackReport {
  /** What happened. `delivered`, `deferred`, `bounced` and `complained` change the status unless the message has a later one. `complained` and `unsubscribed` suppress the recipient. */
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
  /** `recorded`: the report was recorded as an event. `repeated`: it was there before. `superseded`: the message already has a later status; a suppression applies all the same. `too_early`: the message isn't known to have been sent; nothing of the report is kept, so report it again later. `unknown_email`, in batches alone: the tenant has no such message. */
  readonly outcome: "recorded" | "repeated" | "superseded" | "too_early" | "unknown_email"
  /** The id of the event; null unless the report was recorded. */
  readonly event_id: string | null
}

export interface FeedbackBatch {
  /** At most 1,000. They are recorded one by one: repeat the whole batch if it fails. */
  readonly reports: ReadonlyArray<FeedbackEntry>
}

export interface FeedbackEntry {
  /** The message's id. Either this or `message_id` is needed. */
  readonly email_id?: string | undefined
  /** The Message-ID field of the mail, with or without angle brackets. It names one message unless the mail showed several recipients. */
  readonly message_id?: string | undefined
  /** What happened. `delivered`, `deferred`, `bounced` and `complained` change the status unless the message has a later one. `complained` and `unsubscribed` suppress the recipient. */
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
}

export interface AnalyticsSummary {
  /** The window that was asked for. */
  readonly period: "24h" | "7d" | "30d" | "90d"
  /** Messages that a next hop took. */
  readonly total_sent: number
  /** Of these, those that are known to have arrived. */
  readonly delivered: number
  /** Of these, those that came back. */
  readonly bounced: number
  /** Messages that were given up; without those that were cancelled, which `statuses` counts as failed. */
  readonly failed: number
  /** Complaints as a fraction of total_sent; 0 when nothing was sent. */
  readonly complaint_rate: number
  /** How many stand how. */
  readonly statuses: { readonly queued: number; readonly sending: number; readonly sent: number; readonly failed: number; readonly bounced: number; readonly complained: number; readonly delivered: number; readonly deferred: number }
  /** The last twelve months with traffic. */
  readonly monthly_usage: ReadonlyArray<MonthlyUsage>
}

export interface MonthlyUsage {
  /** Such as 2026-11. */
  readonly month: string
  /** Recipients queued. */
  readonly sent: number
  /** How many are allowed; null if any number is. */
  readonly limit: number | null
}

export interface CreateTemplate {
  /** By this sends name it. */
  readonly id: string
  /** What people call it. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** A source: MJML of at most 256 KiB. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Design | null | undefined
  /** A source: html of at most 256 KiB, sent as it is. */
  readonly html?: string | null | undefined
  /** The plain text; without it, it is made from the html. */
  readonly text_body?: string | null | undefined
  /** The variables that it declares, by path, with what stands in where the data of a send lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** What it says in other languages, by language tag; null takes a language away. */
  readonly locales?: Readonly<Record<string, TemplateVariant | null>> | undefined
}

export interface Design {
  readonly schema_version: 1
  /** How it looks as a whole. */
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
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "heading"
  /** What it says, with merge tags. */
  readonly text: string
  /** How large it is: 1 is the largest. */
  readonly level: 1 | 2 | 3
  /** Where it stands in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the text: a colour of CSS. */
  readonly color?: string | undefined
}

export interface TextBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "text"
  /** Text with plain formatting, lists and links, with merge tags. */
  readonly html: string
  /** Where it stands in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the text: a colour of CSS. */
  readonly color?: string | undefined
}

export interface ButtonBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "button"
  /** What stands on it. */
  readonly label: string
  /** Where it leads. */
  readonly href: string
  /** Where it stands in its line. */
  readonly align: "left" | "center" | "right"
  /** Of the button: a colour of CSS. */
  readonly backgroundColor?: string | undefined
  /** Of the label: a colour of CSS. */
  readonly color?: string | undefined
}

export interface ImageBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "image"
  /** Where the image is. */
  readonly src: string
  /** What is shown where the image isn't. */
  readonly alt: string
  /** Where it stands in its line. */
  readonly align: "left" | "center" | "right"
  /** Where it leads. */
  readonly href?: string | undefined
  /** Such as 600px. */
  readonly width?: string | undefined
}

export interface DividerBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "divider"
  /** Of the line: a colour of CSS. */
  readonly color?: string | undefined
}

export interface SpacerBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "spacer"
  /** In pixels. */
  readonly height: number
}

export interface SocialBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "social"
  /** Where it stands in its line. */
  readonly align: "left" | "center" | "right"
  /** Profiles elsewhere, at most 20. */
  readonly networks: ReadonlyArray<{ readonly name: string; readonly href: string }>
}

export interface FooterBlock {
  /** Its own in the design, at most 64 characters. */
  readonly id: string
  readonly type: "footer"
  /** What stands at the end, with merge tags. */
  readonly html: string
  /** Where a link to unsubscribe leads. */
  readonly unsubscribeUrl?: string | undefined
}

export interface ColumnsBlock {
  /** Its own in the design, at most 64 characters. */
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
  /** The plain text; without it, it is made from the html. */
  readonly text_body?: string | null | undefined
}

export interface CreatedTemplate {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What may be a mistake, but keeps nobody from sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable found in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "created"
}

export interface TemplateList {
  /** Newest first. */
  readonly data: ReadonlyArray<TemplateSummary>
}

export interface TemplateSummary {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What people call it. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** False once it is deactivated: no send can use it. */
  readonly active: boolean
  /** When the template was made. */
  readonly created_at: string
  /** When it was changed last. */
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
  /** The plain text; without it, it is made from the html. */
  readonly text_body?: string | null | undefined
  /** What the merge tags stand for. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The variables that it declares, by path, with what stands in where the data of a send lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** What it says in other languages, by language tag; null takes a language away. */
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
  /** Why a save would be refused, each with the part that it is about. */
  readonly errors: ReadonlyArray<string>
  /** What may be a mistake, but keeps nobody from sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable found in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
}

export interface StarterList {
  /** The templates to begin with. */
  readonly data: ReadonlyArray<StarterSummary>
}

export interface StarterSummary {
  /** By this it is asked for. */
  readonly slug: string
  /** What people call it. */
  readonly name: string
  /** What it is for, such as welcome or receipt. */
  readonly category: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** The mail with sample data, to be shown as a picture of it. */
  readonly thumbnail_html: string
  /** What the mail says, in a sentence. */
  readonly description: string
}

export interface Starter {
  /** By this it is asked for. */
  readonly slug: string
  /** What people call it. */
  readonly name: string
  /** What it is for, such as welcome or receipt. */
  readonly category: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** In the tenant's brand; only merge tags for the data of a send are left. */
  readonly mjml_source: string
  /** The variables that it declares, by path, with sample values. */
  readonly variables: Readonly<Record<string, string>>
  /** What the mail says, in a sentence. */
  readonly description: string
}

export interface Template {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What people call it. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** Html as it was given; null if there is another source. */
  readonly html: string | null
  /** What the source was compiled to: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
  /** The declared variables, by path, with what stands in where the data of a send lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** What it says in other languages, by language tag. */
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  /** When the template was made. */
  readonly created_at: string
  /** False once it is deactivated: no send can use it. */
  readonly active: boolean
  /** When it was changed last. */
  readonly updated_at: string
}

/** What a template says in one language. A part that is null comes from the next language it falls back to. */
export interface TemplateVariantView {
  /** The subject, with merge tags; null if it is the template's. */
  readonly subject_template: string | null
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** Html as it was given; null if there is another source. */
  readonly html: string | null
  /** What the source was compiled to: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
}

export interface UpdateTemplate {
  /** What people call it. */
  readonly name?: string | undefined
  /** The subject, with merge tags. */
  readonly subject_template?: string | undefined
  /** A source: MJML of at most 256 KiB. */
  readonly mjml_source?: string | null | undefined
  /** A source: a design of blocks. */
  readonly design_json?: Design | null | undefined
  /** A source: html of at most 256 KiB, sent as it is. */
  readonly html?: string | null | undefined
  /** The plain text; without it, it is made from the html. */
  readonly text_body?: string | null | undefined
  /** The variables that it declares, by path, with what stands in where the data of a send lacks them. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** What it says in other languages, by language tag; null takes a language away. One that is given replaces what the template had of it; others stay. */
  readonly locales?: Readonly<Record<string, TemplateVariant | null>> | undefined
}

export interface UpdatedTemplate {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What may be a mistake, but keeps nobody from sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable found in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "updated"
  /** What the new source was compiled to, if one was given. */
  readonly compiled_html?: string
}

export interface DeactivatedTemplate {
  /** By this sends name the template. */
  readonly id: string
  readonly status: "deactivated"
}

export interface TemplateVersionList {
  /** Newest first. */
  readonly data: ReadonlyArray<TemplateVersionSummary>
}

export interface TemplateVersionSummary {
  /** Each save makes the next one. */
  readonly version: number
  /** What people call it. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** When it was saved. */
  readonly created_at: string
}

export interface TemplateVersion {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What people call it. */
  readonly name: string
  /** The subject, with merge tags. */
  readonly subject_template: string
  /** MJML, if that is the source. */
  readonly mjml_source: string | null
  /** A design of blocks, if that is the source. */
  readonly design_json: Design | null
  /** Html as it was given; null if there is another source. */
  readonly html: string | null
  /** What the source was compiled to: html with merge tags. */
  readonly compiled_html: string | null
  /** The plain text; null if it is made from the html. */
  readonly text_body: string | null
  /** The declared variables, by path, with what stands in where the data of a send lacks them. */
  readonly variables: Readonly<Record<string, string>>
  /** What it says in other languages, by language tag. */
  readonly locales: Readonly<Record<string, TemplateVariantView>>
  /** When it was saved. */
  readonly created_at: string
}

export interface RestoreTemplate {
  /** The number of an earlier version. */
  readonly version: number
}

export interface RestoredTemplate {
  /** By this sends name the template. */
  readonly id: string
  /** Each save makes the next one. */
  readonly version: number
  /** What may be a mistake, but keeps nobody from sending. */
  readonly warnings: ReadonlyArray<string>
  /** Every variable found in subject, html and text, by path, with its declared default or an empty text. */
  readonly variables: Readonly<Record<string, string>>
  readonly status: "restored"
}

export interface Brand {
  /** Who the mail is from. */
  readonly name: string
  /** Where the logo is: an https URL. */
  readonly logo_url: string | null
  /** Of buttons and links. */
  readonly primary_color: string
  /** Around the content. */
  readonly background_color: string
  /** Of the text. */
  readonly text_color: string
  /** As CSS has it. */
  readonly font_family: string
  /** Where the logo leads to: an https URL. */
  readonly website_url: string | null
  /** Where questions go. */
  readonly support_email: string | null
  /** What the footer says of where the sender is. */
  readonly postal_address: string | null
}

export interface UpdateBrand {
  /** Who the mail is from. */
  readonly name?: string | null | undefined
  /** Where the logo is: an https URL. */
  readonly logo_url?: string | null | undefined
  /** Of buttons and links. */
  readonly primary_color?: string | null | undefined
  /** Around the content. */
  readonly background_color?: string | null | undefined
  /** Of the text. */
  readonly text_color?: string | null | undefined
  /** As CSS has it. */
  readonly font_family?: string | null | undefined
  /** Where the logo leads to: an https URL. */
  readonly website_url?: string | null | undefined
  /** Where questions go. */
  readonly support_email?: string | null | undefined
  /** What the footer says of where the sender is. */
  readonly postal_address?: string | null | undefined
}

export interface AddDomain {
  /** A domain name, in any case of letters and any script. */
  readonly domain: string
}

export interface AddedDomain {
  /** In lower case, as A-labels. */
  readonly domain: string
  /** What DNS should hold, in this order: SPF, DKIM, DMARC, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** What to do next. */
  readonly message: string
}

export interface DnsRecord {
  readonly type: "TXT"
  /** Absolute, without a dot at its end. */
  readonly host: string
  /** One string, whatever its length. */
  readonly value: string
}

export interface DomainList {
  /** Newest first. */
  readonly domains: ReadonlyArray<DomainSummary>
}

export interface DomainSummary {
  /** In lower case, as A-labels. */
  readonly domain: string
  /** Of the key that signs. */
  readonly dkim_selector: string
  /** Whether SPF was found as it should be. */
  readonly spf_verified: boolean
  /** Whether DKIM was found as it should be. */
  readonly dkim_verified: boolean
  /** Whether a DMARC policy was found. */
  readonly dmarc_verified: boolean
  /** What DNS should hold, in this order: SPF, DKIM, DMARC, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** When it first became ready to send. */
  readonly verified_at: string | null
  /** When it was added. */
  readonly created_at: string
}

export interface Domain {
  /** In lower case, as A-labels. */
  readonly domain: string
  /** Of the key that signs. */
  readonly dkim_selector: string
  /** Whether SPF was found as it should be. */
  readonly spf_verified: boolean
  /** Whether DKIM was found as it should be. */
  readonly dkim_verified: boolean
  /** Whether a DMARC policy was found. */
  readonly dmarc_verified: boolean
  /** What DNS should hold, in this order: SPF, DKIM, DMARC, then further DKIM keys, those of retired keys last. */
  readonly dns_records: ReadonlyArray<DnsRecord>
  /** When it first became ready to send. */
  readonly verified_at: string | null
  /** When it was added. */
  readonly created_at: string
  /** What the last look found; null before the first. */
  readonly verification: DomainVerification | null
  /** Whether SPF and DKIM are verified. */
  readonly ready_to_send: boolean
}

export interface DomainVerification {
  readonly spf: SpfFinding
  readonly dkim: DkimFinding
  readonly dmarc: DmarcFinding
  /** The keys beside the first one: that of a rotation, an Ed25519 one. */
  readonly dkim_others: ReadonlyArray<DkimFinding>
  /** Keys that sign no more, and from when on their records may be removed from DNS. */
  readonly dkim_retired: ReadonlyArray<RetiredDkimKey>
  /** When it was looked for. */
  readonly checked_at: string
  /** What may keep mail from arriving although all is verified. */
  readonly warnings: ReadonlyArray<string>
}

export interface SpfFinding {
  /** Whether it is as it should be. */
  readonly verified: boolean
  /** `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "pass" | "missing" | "multiple" | "not_authorized" | "permerror" | "temperror"
  /** Where it was looked for. */
  readonly host: string
  /** The value that was handed out. */
  readonly expected: string
  /** The record that was found, at most 1,000 characters of it; null if none was. */
  readonly found: string | null
  /** What it means, and what to do about it. */
  readonly message: string
  /** DNS look-ups that the record takes, of the 10 that it may. */
  readonly lookups: number
  /** What to publish in place of the present record; null where that is simply `expected`. */
  readonly suggestion: string | null
}

export interface DkimFinding {
  /** Whether it is as it should be. */
  readonly verified: boolean
  /** `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "mismatch" | "revoked" | "multiple" | "invalid" | "temperror"
  /** Where it was looked for. */
  readonly host: string
  /** The value that was handed out. */
  readonly expected: string
  /** The record that was found, at most 1,000 characters of it; null if none was. */
  readonly found: string | null
  /** What it means, and what to do about it. */
  readonly message: string
  /** Which key. */
  readonly selector: string
  /** Whether the record says that the domain only tests DKIM (`t=y`). */
  readonly testing: boolean
}

export interface DmarcFinding {
  /** Whether it is as it should be. */
  readonly verified: boolean
  /** `temperror`: DNS gave no answer, which changes nothing. */
  readonly status: "ok" | "missing" | "multiple" | "invalid" | "temperror"
  /** Where it was looked for. */
  readonly host: string
  /** The value that was handed out. */
  readonly expected: string
  /** The record that was found, at most 1,000 characters of it; null if none was. */
  readonly found: string | null
  /** What it means, and what to do about it. */
  readonly message: string
  /** The domain or one above it; null if there is no policy. */
  readonly found_at: string | null
  /** What the policy asks for. */
  readonly policy: "none" | "quarantine" | "reject" | null
  /** Whether it is the policy of a domain above. */
  readonly inherited: boolean
}

export interface RetiredDkimKey {
  /** Which key. */
  readonly selector: string
  /** Where its record is. */
  readonly host: string
  /** From when on the record may be removed from DNS. */
  readonly remove_after: string
}

export interface VerifiedDomain {
  /** In lower case, as A-labels. */
  readonly domain: string
  readonly verification: DomainVerification
  /** Whether SPF and DKIM are verified. */
  readonly ready_to_send: boolean
}

/** It is done. */
export interface Success {
  readonly success: true
}

export interface SaveSmtpConfig {
  /** ses, sendgrid, mailgun, postmark, resend, brevo, gmail; any other name is a server of one's own. */
  readonly provider: string
  /** A host name or an IP address. */
  readonly host: string
  /** Such as 587 or 465. */
  readonly port: number
  /** Who logs in. */
  readonly username: string
  /** It is kept sealed, and never shown again. */
  readonly password: string
  /** Whether mail may only go over TLS to a server whose certificate names the host; true by default. */
  readonly tls_required?: boolean | undefined
  /** The name to give in EHLO, instead of the one that the operator or the machine has. */
  readonly ehlo_name?: string | undefined
  /** Who the tenant's mail is from when a send names no sender. */
  readonly from_email?: string | undefined
  /** The display name beside it. */
  readonly from_name?: string | undefined
}

export interface SavedSmtpConfig {
  readonly success: true
  /** As it was given. */
  readonly provider: string
}

export interface SmtpConfig {
  /** As it was given. */
  readonly provider: string
  /** In lower case, a name as A-labels. */
  readonly host: string
  /** The port. */
  readonly port: number
  /** Who logs in. */
  readonly username: string
  /** Whether mail may only go over TLS. */
  readonly tls_required: boolean
  /** The name that is given in EHLO, if the tenant chose one. */
  readonly ehlo_name?: string
  /** Who the tenant's mail is from when a send names no sender. */
  readonly from_email?: string
  /** The display name beside it. */
  readonly from_name?: string
  /** False from when the server refuses the login until it takes mail again or is verified. */
  readonly verified: boolean
  /** When one was saved first. */
  readonly created_at: string
  /** When it was saved last. */
  readonly updated_at: string
}

export interface SmtpVerification {
  /** Whether the server took the login. */
  readonly success: boolean
  /** Why not, in one of a few fixed sentences. */
  readonly error?: string
}

export interface AddSuppression {
  /** The address, however it is spelled. */
  readonly email_address: string
  /** Why; `manual` by default. */
  readonly reason?: string | undefined
}

export interface Suppressed {
  readonly status: "suppressed"
}

export interface SuppressionList {
  /** Newest first. */
  readonly data: ReadonlyArray<Suppression>
  /** How many the page may have. */
  readonly limit: number
  /** How many are skipped. */
  readonly offset: number
}

export interface Suppression {
  /** The address. */
  readonly email_address: string
  /** Why, such as `bounced` or `manual`. */
  readonly reason: string
  /** Since when. */
  readonly added_at: string
}

export interface SuppressionCheck {
  /** Whether it is. */
  readonly suppressed: boolean
  /** Empty if the address isn't suppressed. */
  readonly reason: string
  /** RFC 3339; empty if the address isn't suppressed. */
  readonly since: string
}

export interface CreateWebhookEndpoint {
  /** Where events are posted: http or https, without a user name. */
  readonly url: string
  /** Which kinds of events are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
}

export interface CreatedWebhookEndpoint {
  /** By this it is asked for. */
  readonly id: number
  /** Where events are posted. */
  readonly url: string
  /** Which kinds of events are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
  /** Whether it is posted to. */
  readonly active: boolean
  /** When it was made. */
  readonly created_at: string
  /** `whsec_` and base64. It is shown only here. */
  readonly secret: string
  /** What to do with it. */
  readonly warning: string
}

export interface WebhookEndpointList {
  /** Newest first. */
  readonly data: ReadonlyArray<WebhookEndpoint>
}

export interface WebhookEndpoint {
  /** By this it is asked for. */
  readonly id: number
  /** Where events are posted. */
  readonly url: string
  /** Which kinds of events are posted. */
  readonly events: ReadonlyArray<WebhookEventType>
  /** Whether it is posted to. */
  readonly active: boolean
  /** When it was made. */
  readonly created_at: string
  /** Since when every attempt has failed; null if it works, as far as is known. */
  readonly failing_since: string | null
  /** Why it was made inactive by itself: it answered 410 (`gone`), or nothing but failures came of it for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null
}

export interface UpdateWebhookEndpoint {
  /** Where events are posted: http or https, without a user name. */
  readonly url?: string | undefined
  /** Which kinds of events are posted. */
  readonly events?: ReadonlyArray<WebhookEventType> | undefined
  /** Whether it is posted to. Made inactive, it gets nothing more, nor what waits for it. */
  readonly active?: boolean | undefined
}

export interface RotatedWebhookSecret {
  /** By this it is asked for. */
  readonly id: number
  /** `whsec_` and base64. It is shown only here. */
  readonly secret: string
  /** Until when the secret before signs too. */
  readonly former_secret_until: string
  /** What to do with it. */
  readonly warning: string
}

export interface TestWebhook {
  /** By default the first that the endpoint takes. */
  readonly type?: WebhookEventType | undefined
}

export interface WebhookAttempt {
  /** The attempt's id. */
  readonly id: string
  /** The event that was posted. */
  readonly event_id: string
  readonly type: WebhookEventType
  /** From 1; 0 for a test. */
  readonly attempt: number
  /** `delivered`: it was taken. `pending`: it wasn't, and is tried again. `failed`: it wasn't, and no longer waits. */
  readonly status: "delivered" | "pending" | "failed"
  /** Of the answer; null if none came. */
  readonly status_code: number | null
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
  /** The first kB of the answer's body; null if none came. */
  readonly response: string | null
  /** Why it wasn't taken; null if it was. */
  readonly error: string | null
  /** When it is tried again; null if it isn't. */
  readonly next_attempt_at: string | null
  /** When it was made. */
  readonly created_at: string
}

export interface WebhookAttemptList {
  /** Newest first. */
  readonly data: ReadonlyArray<WebhookAttempt>
  /** How many the page may have. */
  readonly limit: number
  /** How many are skipped. */
  readonly offset: number
}

export interface ReplayWebhooks {
  /** One event, whatever its kind. */
  readonly event_id?: string | undefined
  /** Events from this instant on (RFC 3339), of the kinds that the endpoint takes. */
  readonly since?: string | undefined
  /** Events before this instant; by default now. */
  readonly until?: string | undefined
}

export interface ReplayedWebhooks {
  readonly status: "queued"
  /** How many are delivered again. */
  readonly events: number
  /** The `since` of the next request if there were more than one takes; null if these were all. */
  readonly next_since: string | null
}

export interface CreateApiKey {
  /** What people call it. */
  readonly name: string
  /** What it may do, at most what the calling key may; by default `email:send` and `email:read`. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** Sends a minute, at most as many as the calling key has; 600 by default. */
  readonly rate_limit?: number | undefined
}

export interface CreatedApiKey {
  /** The key's id. */
  readonly id: string
  /** How the key begins, by which people tell keys apart. */
  readonly prefix: string
  /** What people call it. */
  readonly name: string
  /** What it may do. */
  readonly scopes: ReadonlyArray<Scope>
  /** Sends a minute. */
  readonly rate_limit: number
  /** The raw key, shown only here. */
  readonly key: string
  /** What to do with it. */
  readonly warning: string
}

export interface ApiKeyList {
  /** Newest first, revoked ones too. */
  readonly data: ReadonlyArray<ApiKey>
}

export interface ApiKey {
  /** The key's id. */
  readonly id: string
  /** How the key begins, by which people tell keys apart. */
  readonly prefix: string
  /** What people call it. */
  readonly name: string
  /** What it may do. */
  readonly scopes: ReadonlyArray<Scope>
  /** Sends a minute. */
  readonly rate_limit: number
  /** When it was made. */
  readonly created_at: string
  /** When it was used last, to the minute; null if never. */
  readonly last_used_at: string | null
  /** Since when it opens nothing; null if it does. */
  readonly revoked_at: string | null
}

export interface UpdateApiKey {
  /** What people call it. */
  readonly name?: string | undefined
  /** Sends a minute, at most as many as the calling key has. It counts from the next send on. */
  readonly rate_limit?: number | undefined
}

export interface ListEmails {
  /** How many at most. */
  readonly limit?: number | undefined
  /** How many to skip. */
  readonly offset?: number | undefined
  /** The `next` of the page before: the page begins behind it. Not together with an offset. */
  readonly after?: string | undefined
  /** Those that stand so. */
  readonly status?: EmailStatus | undefined
  /** An address, in any case of letters. */
  readonly recipient?: string | undefined
  /** Of the template that it was made from. */
  readonly template_id?: string | undefined
  /** The name and the value of a tag, such as `order:1042`. */
  readonly tag?: string | undefined
  /** Accepted at this instant or later (RFC 3339). */
  readonly since?: string | undefined
  /** Accepted before this instant. */
  readonly until?: string | undefined
}

export interface SummaryRequest {
  /** A window that ends now. */
  readonly period?: "24h" | "7d" | "30d" | "90d" | undefined
}

export interface PageRequest {
  /** How many at most. */
  readonly limit?: number | undefined
  /** How many to skip. */
  readonly offset?: number | undefined
}
