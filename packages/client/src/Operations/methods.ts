// Made of @telemark/contract: change that, then run `npm run generate`.
// One file, however long: it is made and read as the one list of what clients can do.
import type { Asked, SendOptions } from "../Calls/index.js"
import type { AddDomain, AddSuppression, AddedDomain, AnalyticsSeries, AnalyticsSummary, ApiKey, ApiKeyList, AttachmentContent, Brand, CreateApiKey, CreateFeedbackSource, CreateTemplate, CreateTenant, CreateTopic, CreateWebhookEndpoint, CreatedApiKey, CreatedFeedbackSource, CreatedTemplate, CreatedWebhookEndpoint, DeactivatedTemplate, DeliveryFigures, DiagnosisReport, Domain, DomainList, Email, EmailContent, EmailList, EmailSource, EmailSummary, ExportEmails, ExportSuppressions, FeedbackEntry, FeedbackReport, FeedbackResult, FeedbackResults, FeedbackSource, FeedbackSourceList, ImportSuppressions, ImportedSuppressions, InboxList, InboxMail, ListEmails, ListInbox, ListSuppressions, ListTenants, ListUnmatchedFeedback, ListWebhookAttempts, PageRequest, PauseTenant, PreviewTemplate, ReleaseMail, RemoveSuppression, RemoveTenant, ReplayWebhooks, ReplayedWebhooks, ReputationSummary, RestoreTemplate, RestoredTemplate, RotatedWebhookSecret, SaveSmtpConfig, SavedSmtpConfig, SendRequest, SendResult, SmtpConfig, SmtpVerification, Starter, StarterList, StreamEvents, Success, Suppressed, Suppression, SuppressionCheck, SuppressionList, Template, TemplateList, TemplatePreview, TemplateVersion, TemplateVersionList, Tenant, TenantDetails, TenantEventList, TenantList, TestWebhook, Timeline, Topic, TopicList, TrackingSettings, UnmatchedFeedback, UnmatchedFeedbackList, UpdateApiKey, UpdateBrand, UpdateFeedbackSource, UpdateTemplate, UpdateTenant, UpdateTopic, UpdateTracking, UpdateWebhookEndpoint, UpdatedTemplate, VerifiedDomain, WebhookAttempt, WebhookAttemptDetail, WebhookAttemptList, WebhookEndpoint, WebhookEndpointList } from "../Contract/index.js"
import type { WebhookEvent } from "../Webhooks/index.js"
import type { BatchResult } from "./batch.js"
import type { Many, One, Promises, Style } from "./Style.js"

/** Send mail, and follow its delivery. */
export interface EmailsApi<S extends Style = Promises> {
  /** Send an email. Queues one message for each recipient: all of them durably, or none. A repeated request sends again, unless both have the same Idempotency-Key. The body may have 15 MiB. Fails with `CompilerBusy`, `MonthlyLimitExceeded`, `SendingPaused` beside what every operation may. */
  readonly send: (request: SendRequest, options?: SendOptions & S["options"]) => One<S, SendResult>
  /** Send up to 100 emails. Each entry is a separate send: a refused entry doesn't affect the others, and the request still succeeds, so check the results. The body may have 15 MiB. Each entry counts as a send against the key's rate limit; if not all entries fit, the answer is 429. */
  readonly sendBatch: (emails: ReadonlyArray<SendRequest>, options?: SendOptions & S["options"]) => One<S, BatchResult>
  /** List emails, newest first. Messages must match all filters. To read all pages, pass `next` of the previous page as `after`, until `next` is null. With several filters a page may have fewer entries than `limit`, or none, although others follow: a request looks through some 5,000 messages at most. */
  readonly list: (request?: ListEmails, options?: S["options"]) => One<S, EmailList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (request?: Omit<ListEmails, keyof PageRequest | "after">, options?: S["options"]) => Many<S, EmailSummary>
  /** Export emails as CSV, newest first. Takes the filters of the list, and streams every match. The first line names the columns, and values are quoted as RFC 4180 says. A value that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) has an apostrophe before it. */
  readonly export: (request?: ExportEmails, options?: S["options"]) => Many<S, string>
  /** Get the log of one email. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: string, options?: S["options"]) => One<S, Email>
  /** Cancel an email. Takes no body. Cancels an email that is scheduled or waits for its next attempt; it no longer counts against the month's quota. Fails with `NotFound`, `NotCancellable` beside what every operation may. */
  readonly cancel: (id: string, options?: S["options"]) => One<S, Email>
  /** Follow events as they happen. Server-sent events of all of the tenant's mail: `id` is the event's id, `event` its type, and `data` what webhooks are posted. To go on where a stream ended, send the last `id` as the header Last-Event-ID: nothing is left out or repeated. A stream ends after five minutes, and is cut if it is read too slowly. A comment comes after 15 seconds without an event. Fails with `EventStreamsBusy` beside what every operation may. */
  readonly stream: (request?: StreamEvents, options?: S["options"]) => Many<S, WebhookEvent>
  /** List the events of one email, oldest first, and say what comes next. Fails with `NotFound` beside what every operation may. */
  readonly events: (id: string, options?: S["options"]) => One<S, Timeline>
  /** Get what one email says. The html may contain anything: show it only where its scripts can't run and nothing is loaded, such as in a frame with an empty `sandbox`. It has no tracked links and no image for opens, so looking at it isn't counted. Fails with `NotFound`, `ContentRemoved` beside what every operation may. */
  readonly content: (id: string, options?: S["options"]) => One<S, EmailContent>
  /** Get the source of one email. What was captured, if it was. Else the mail as it is composed for its next hop, but unsigned; addresses for unsubscribing are placeholders, and links lead to their targets, so that a key that only reads can't act for the recipient. Fails with `NotFound`, `ContentRemoved` beside what every operation may. */
  readonly source: (id: string, options?: S["options"]) => One<S, EmailSource>
  /** Get one file of an email. Fails with `NotFound`, `ContentRemoved` beside what every operation may. */
  readonly attachment: (id: string, index: number, options?: S["options"]) => One<S, AttachmentContent>
  /** Send an email again, as a new one. Takes no body. Queues a new email to the same recipient with the same content, files, tags, metadata and topic, at once; the first one stays as it is. Suppressions, quota and rate limits apply as to every send. Fails with `NotFound`, `ContentRemoved`, `MonthlyLimitExceeded`, `SendingPaused` beside what every operation may. */
  readonly resend: (id: string, options?: SendOptions & S["options"]) => One<S, SendResult>
}

/** Mail that was captured instead of being sent. */
export interface InboxApi<S extends Style = Promises> {
  /** List captured mail, newest first. Mail that was kept instead of being sent: the newest 500 of all tenants, up to 64 MiB. To read all pages, pass `next` of the previous page as `after`, until `next` is null. */
  readonly list: (request?: ListInbox, options?: S["options"]) => One<S, InboxList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (request?: Omit<ListInbox, keyof PageRequest | "after">, options?: S["options"]) => Many<S, InboxMail>
  /** Remove all captured mail. The log of emails and what they say stay. */
  readonly clear: (options?: S["options"]) => One<S, Success>
  /** Remove one captured mail. The log of emails and what they say stay. Fails with `NotFound` beside what every operation may. */
  readonly remove: (id: string, options?: S["options"]) => One<S, Success>
  /** Send a captured mail to a real address. Through the tenant's own SMTP server, else through the operator's relay, octet for octet as it was captured: so what it names as its recipient is shown as it is. Answers when the server has accepted it; there is no second attempt, and the email's log doesn't change. Fails with `NotFound`, `NoReleaseServer`, `ReleaseFailed`, `SendingPaused` beside what every operation may. */
  readonly release: (id: string, request: ReleaseMail, options?: S["options"]) => One<S, InboxMail>
}

/** Report what became of mail after it was sent, and see what no email is known for. */
export interface FeedbackApi<S extends Style = Promises> {
  /** Report what became of one email after it was sent. For what a provider, a mail server or a person told you. Status, suppression, event and counters change together, or nothing does. Fails with `NotFound` beside what every operation may. */
  readonly record: (id: string, request: FeedbackReport, options?: S["options"]) => One<S, FeedbackResult>
  /** Report what became of several emails. */
  readonly recordBatch: (reports: ReadonlyArray<FeedbackEntry>, options?: S["options"]) => One<S, FeedbackResults>
  /** List feedback that no email is known for, newest first. Reports whose message isn't found, and what came in their place but isn't understood. They are kept for 30 days. To read all pages, pass `next` of the previous page as `after`, until `next` is null. */
  readonly unmatched: (request?: ListUnmatchedFeedback, options?: S["options"]) => One<S, UnmatchedFeedbackList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly allUnmatched: (options?: S["options"]) => Many<S, UnmatchedFeedback>
}

/** Mail providers that report what became of a tenant's mail. */
export interface FeedbackSourcesApi<S extends Style = Promises> {
  /** Create the address that a mail provider reports to. The answer says what to enter where at the provider. The address contains a secret, which is in this answer and nowhere else. A tenant has at most 20 sources. */
  readonly create: (request: CreateFeedbackSource, options?: S["options"]) => One<S, CreatedFeedbackSource>
  /** List the sources of feedback, newest first. */
  readonly list: (options?: S["options"]) => One<S, FeedbackSourceList>
  /** Get a source of feedback. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: string, options?: S["options"]) => One<S, FeedbackSource>
  /** Replace the credential of a source of feedback. For a credential that the provider shows only once it has the address, or that has changed there. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: string, request: UpdateFeedbackSource, options?: S["options"]) => One<S, FeedbackSource>
  /** Remove a source of feedback. Fails with `NotFound` beside what every operation may. */
  readonly remove: (id: string, options?: S["options"]) => One<S, Success>
}

/** The delivery of a tenant's mail in a period. */
export interface AnalyticsApi<S extends Style = Promises> {
  /** Sum up the delivery of a period's mail. Fails with `InvalidPeriod` beside what every operation may. */
  readonly summary: (period?: "24h" | "7d" | "30d" | "90d", options?: S["options"]) => One<S, AnalyticsSummary>
  /** Count a period's mail by hour or day. Fails with `InvalidPeriod` beside what every operation may. */
  readonly series: (period?: "24h" | "7d" | "30d" | "90d", options?: S["options"]) => One<S, AnalyticsSeries>
  /** Get what waits to be delivered, and how fast mail is delivered. Fails with `InvalidPeriod` beside what every operation may. */
  readonly delivery: (period?: "24h" | "7d" | "30d" | "90d", options?: S["options"]) => One<S, DeliveryFigures>
}

/** How recipients and their mail servers take a tenant's mail. */
export interface ReputationApi<S extends Style = Promises> {
  /** Get complaint and bounce rates by sending domain. Counts since sending was last resumed, of the last hour, 24 hours and seven days. Answers while sending is paused, too. */
  readonly get: (options?: S["options"]) => One<S, ReputationSummary>
}

/** Create, version and preview templates, and start from a ready-made one. */
export interface TemplatesApi<S extends Style = Promises> {
  /** Create a template. Takes one source: `mjml_source`, `html` or `design_json`. A deactivated template of that id becomes active again. Fails with `TemplateExists`, `CompilerBusy` beside what every operation may. */
  readonly create: (request: CreateTemplate, options?: S["options"]) => One<S, CreatedTemplate>
  /** List templates, including deactivated ones, newest first. */
  readonly list: (options?: S["options"]) => One<S, TemplateList>
  /** Compile and render without saving. The answer lists the template's problems. Fails with `CompilerBusy` beside what every operation may. */
  readonly preview: (request: PreviewTemplate, options?: S["options"]) => One<S, TemplatePreview>
  /** List the starters, in the tenant's brand. Fails with `CompilerBusy` beside what every operation may. */
  readonly starters: (options?: S["options"]) => One<S, StarterList>
  /** Get a starter. Fails with `NotFound` beside what every operation may. */
  readonly starter: (slug: string, options?: S["options"]) => One<S, Starter>
  /** Get a template's current version. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: string, options?: S["options"]) => One<S, Template>
  /** Change a template, which makes its next version. Members that you leave out stay as they are. `text_body: null` removes the text, and a locale that is null removes the language. A new source replaces the old one, including a saved design. Fails with `NotFound`, `CompilerBusy` beside what every operation may. */
  readonly update: (id: string, request: UpdateTemplate, options?: S["options"]) => One<S, UpdatedTemplate>
  /** Deactivate a template and keep its versions. Fails with `NotFound` beside what every operation may. */
  readonly deactivate: (id: string, options?: S["options"]) => One<S, DeactivatedTemplate>
  /** List a template's versions, newest first. Fails with `NotFound` beside what every operation may. */
  readonly versions: (id: string, options?: S["options"]) => One<S, TemplateVersionList>
  /** Get one version of a template. Fails with `NotFound` beside what every operation may. */
  readonly version: (id: string, version: number, options?: S["options"]) => One<S, TemplateVersion>
  /** Restore an earlier version as the next one. Fails with `NotFound` beside what every operation may. */
  readonly restore: (id: string, request: RestoreTemplate, options?: S["options"]) => One<S, RestoredTemplate>
}

/** The look of a tenant's starters. */
export interface BrandApi<S extends Style = Promises> {
  /** Get the brand of the starters. */
  readonly get: (options?: S["options"]) => One<S, Brand>
  /** Change the brand. Members that you leave out stay as they are; null restores the default. Saved templates don't change. */
  readonly update: (request: UpdateBrand, options?: S["options"]) => One<S, Brand>
}

/** Domains that a tenant sends from. */
export interface DomainsApi<S extends Style = Promises> {
  /** Add a sending domain. Creates the domain's keys and returns the DNS records to publish. It doesn't look at DNS; verify the domain for that. Fails with `DomainExists`, `DkimKeysBusy` beside what every operation may. */
  readonly add: (request: AddDomain, options?: S["options"]) => One<S, AddedDomain>
  /** List sending domains, newest first. */
  readonly list: (options?: S["options"]) => One<S, DomainList>
  /** Get a sending domain, with the result of its last verification. Fails with `NotFound` beside what every operation may. */
  readonly get: (domain: string, options?: S["options"]) => One<S, Domain>
  /** Verify a domain's records in DNS. Takes no body. Sets `spf_verified`, `dkim_verified` and `dmarc_verified` according to the records; failures of DNS itself (`temperror`) change none of them. The first tenant that verifies a domain owns it. Fails with `NotFound`, `DomainExists` beside what every operation may. */
  readonly verify: (domain: string, options?: S["options"]) => One<S, VerifiedDomain>
  /** Create a domain's next DKIM keys. Takes no body. A domain with an Ed25519 key also gets a new one of these. Each new key signs once its record is in DNS; until then the present key signs. A repeated call before that returns the same keys. Fails with `NotFound`, `DkimKeysBusy` beside what every operation may. */
  readonly rotateDkim: (domain: string, options?: S["options"]) => One<S, AddedDomain>
  /** Remove a sending domain and its keys. Fails with `NotFound` beside what every operation may. */
  readonly remove: (domain: string, options?: S["options"]) => One<S, Success>
}

/** A tenant's own SMTP server. */
export interface SmtpConfigApi<S extends Style = Promises> {
  /** Save an SMTP server of your own. Connects, sets up TLS and logs in first; if that fails, nothing is saved. The new server replaces the present one. While a server is saved, all mail of the tenant goes through it. Fails with `SmtpConnectionFailed` beside what every operation may. */
  readonly save: (request: SaveSmtpConfig, options?: S["options"]) => One<S, SavedSmtpConfig>
  /** Get the saved SMTP server, without its password. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly get: (options?: S["options"]) => One<S, SmtpConfig>
  /** Test the saved SMTP server. Takes no body. Connects, sets up TLS and logs in, and records the result in `verified`. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly verify: (options?: S["options"]) => One<S, SmtpVerification>
  /** Remove the SMTP server. From now on, the tenant's mail takes the route of the operator of this service. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly remove: (options?: S["options"]) => One<S, Success>
}

/** Kinds of mail that recipients can unsubscribe from by themselves. */
export interface TopicsApi<S extends Style = Promises> {
  /** Create a topic. Sends can name it from then on. A tenant has at most 100 topics. Suppressions that an earlier topic of this id left count again. Fails with `TopicExists` beside what every operation may. */
  readonly create: (request: CreateTopic, options?: S["options"]) => One<S, Topic>
  /** List the topics, in the order in which they were created. */
  readonly list: (options?: S["options"]) => One<S, TopicList>
  /** Change a topic. Members that you leave out stay as they are. `description: null` removes the description, and a translation that is null removes the language. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: string, request: UpdateTopic, options?: S["options"]) => One<S, Topic>
  /** Remove a topic. Sends can't name it any more, and recipients don't see it any more. Mail that was accepted before is still sent, except to addresses that are suppressed for the topic. These suppressions stay, and count again if you create a topic of this id. Fails with `NotFound` beside what every operation may. */
  readonly remove: (id: string, options?: S["options"]) => One<S, Success>
}

/** Addresses that get no mail. */
export interface SuppressionsApi<S extends Style = Promises> {
  /** Suppress an address. With `topic`, only mail of that topic is blocked. */
  readonly add: (request: AddSuppression, options?: S["options"]) => One<S, Suppressed>
  /** List suppressed addresses, newest first. Entries must match all filters. To read all pages, pass `next` of the previous page as `after`, until `next` is null. */
  readonly list: (request?: ListSuppressions, options?: S["options"]) => One<S, SuppressionList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (request?: Omit<ListSuppressions, keyof PageRequest | "after">, options?: S["options"]) => Many<S, Suppression>
  /** Export suppressed addresses as CSV, newest first. Takes the filters of the list, and streams every match. The first line names the columns. An import of the table restores them. A value that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) has an apostrophe before it. */
  readonly export: (request?: ExportSuppressions, options?: S["options"]) => Many<S, string>
  /** Suppress up to 100,000 addresses. Takes JSON, or with the content type `text/csv` a table in UTF-8: its first line names the columns `email_address` and, if you have them, `reason` and `topic`, in any order; others are ignored. Without such a line, the columns have that order. Invalid rows are left out and reported; all others are stored. Addresses that are suppressed already stay as they are. The body may have 10 MiB. A tenant's imports are done one after the other; one that would wait for more than 10 seconds is answered 503. If the client hangs up, what was stored by then stays, and the import can be repeated. */
  readonly import: (request: ImportSuppressions | string | Uint8Array, options?: S["options"]) => One<S, ImportedSuppressions>
  /** Look up whether an address is suppressed. Fails with `ValidationFailed` beside what every operation may. */
  readonly check: (email: string, options?: S["options"]) => One<S, SuppressionCheck>
  /** Allow mail to an address again. Removes one suppression: that of the whole address or, with `topic`, that of the topic. The others stay. Fails with `NotFound` beside what every operation may. */
  readonly remove: (email: string, request?: RemoveSuppression, options?: S["options"]) => One<S, Success>
}

/** Whether a tenant's mail reports opens and clicks. */
export interface TrackingApi<S extends Style = Promises> {
  /** Get what is tracked of mail. */
  readonly get: (options?: S["options"]) => One<S, TrackingSettings>
  /** Change what is tracked of mail. Applies to sends from now on. Members that you leave out stay as they are. */
  readonly update: (request: UpdateTracking, options?: S["options"]) => One<S, TrackingSettings>
}

/** URLs that a tenant's events are posted to. */
export interface WebhookEndpointsApi<S extends Style = Promises> {
  /** Create a webhook endpoint. From now on, the tenant's events of these types are posted to it. Its secret is in this answer and nowhere else. A tenant has at most ten endpoints. */
  readonly create: (request: CreateWebhookEndpoint, options?: S["options"]) => One<S, CreatedWebhookEndpoint>
  /** List webhook endpoints, newest first. */
  readonly list: (options?: S["options"]) => One<S, WebhookEndpointList>
  /** Get a webhook endpoint. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: number, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Change a webhook endpoint. Members that you leave out stay as they are. An inactive endpoint gets no events, and events that waited for it are dropped. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: number, request: UpdateWebhookEndpoint, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Remove a webhook endpoint, with the events that wait for it. Fails with `NotFound` beside what every operation may. */
  readonly remove: (id: number, options?: S["options"]) => One<S, Success>
  /** Create a webhook endpoint's next secret. Takes no body. The previous secret also signs for 24 more hours. Fails with `NotFound` beside what every operation may. */
  readonly rotateSecret: (id: number, options?: S["options"]) => One<S, RotatedWebhookSecret>
  /** Post a sample to a webhook endpoint, once and at once. Needs no body; `type` chooses the event type, by default the endpoint's first. Answers once the endpoint has answered, or after 15 seconds. Fails with `NotFound`, `WebhookTestsBusy` beside what every operation may. */
  readonly test: (id: number, request?: TestWebhook, options?: S["options"]) => One<S, WebhookAttempt>
  /** List the attempts at a webhook endpoint, newest first. Fails with `NotFound` beside what every operation may. */
  readonly deliveries: (id: number, request?: ListWebhookAttempts, options?: S["options"]) => One<S, WebhookAttemptList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly allDeliveries: (id: number, request?: Omit<ListWebhookAttempts, keyof PageRequest | "after">, options?: S["options"]) => Many<S, WebhookAttempt>
  /** Get one attempt at a webhook endpoint, with what was posted. Fails with `NotFound` beside what every operation may. */
  readonly delivery: (id: number, delivery: string, options?: S["options"]) => One<S, WebhookAttemptDetail>
  /** Deliver events to a webhook endpoint again. Either one event of any type, or the endpoint's event types from `since` until before `until` (by default now). Their ids stay the same. Fails with `NotFound` beside what every operation may. */
  readonly replay: (id: number, request: ReplayWebhooks, options?: S["options"]) => One<S, ReplayedWebhooks>
}

/** Keys for this API, with their scopes. */
export interface ApiKeysApi<S extends Style = Promises> {
  /** Create an API key. The raw key is in this answer and nowhere else. Fails with `ScopeExceedsCaller` beside what every operation may. */
  readonly create: (request: CreateApiKey, options?: S["options"]) => One<S, CreatedApiKey>
  /** List API keys, revoked ones too, newest first. */
  readonly list: (options?: S["options"]) => One<S, ApiKeyList>
  /** Change an API key. Members that you leave out stay as they are. The scopes can't be changed: create another key. A revoked key can't be changed. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: string, request: UpdateApiKey, options?: S["options"]) => One<S, ApiKey>
  /** Revoke an API key permanently. Fails with `NotFound` beside what every operation may. */
  readonly revoke: (id: string, options?: S["options"]) => One<S, Success>
}

/** The accounts of a deployment, for its operator alone: no API key has the scope. */
export interface TenantsApi<S extends Style = Promises> {
  /** Create a tenant. It has no API key yet. Fails with `TenantExists` beside what every operation may. */
  readonly create: (request: CreateTenant, options?: S["options"]) => One<S, Tenant>
  /** List tenants, newest first. To read all pages, pass `next` of the previous page as `after`, until `next` is null. */
  readonly list: (request?: ListTenants, options?: S["options"]) => One<S, TenantList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (request?: Omit<ListTenants, keyof PageRequest | "after">, options?: S["options"]) => Many<S, Tenant>
  /** List which tenants were warned of, paused and resumed. */
  readonly events: (options?: S["options"]) => One<S, TenantEventList>
  /** Get a tenant, with its complaint and bounce rates. Fails with `NotFound` beside what every operation may. */
  readonly get: (name: string, options?: S["options"]) => One<S, TenantDetails>
  /** Change a tenant. Members that you leave out stay as they are. Fails with `NotFound` beside what every operation may. */
  readonly update: (name: string, request: UpdateTenant, options?: S["options"]) => One<S, Tenant>
  /** Remove a tenant with all its data. Its keys, mail, log, templates, domains, suppressions and endpoints. This can't be undone. Its keys are refused at once, and what is queued isn't sent. Succeeds if there is no tenant of that name. */
  readonly remove: (name: string, request?: RemoveTenant, options?: S["options"]) => One<S, Success>
  /** Pause a tenant's sending. Its sends get 403, and what is queued waits. Attempts in flight are finished. A tenant that is paused stays as it is. Links in mail that was sent go on redirecting unless `stop_links` is true. Fails with `NotFound` beside what every operation may. */
  readonly pause: (name: string, request?: PauseTenant, options?: S["options"]) => One<S, Tenant>
  /** Resume a tenant's sending. Takes no body. Its complaints and bounces are counted anew. A tenant that isn't paused stays as it is. Fails with `NotFound` beside what every operation may. */
  readonly resume: (name: string, options?: S["options"]) => One<S, Tenant>
}

/** Whether the deployment is sound. For its operator. */
export interface DiagnosisApi<S extends Style = Promises> {
  /** Check the deployment. Runs the checks of `telemark doctor`, at most once a minute; meanwhile it answers with what they found last. Takes half a minute at most. */
  readonly get: (options?: S["options"]) => One<S, DiagnosisReport>
}

/** The operations of the service, by group. */
export interface Client<S extends Style = Promises> {
  readonly emails: EmailsApi<S>
  readonly inbox: InboxApi<S>
  readonly feedback: FeedbackApi<S>
  readonly feedbackSources: FeedbackSourcesApi<S>
  readonly analytics: AnalyticsApi<S>
  readonly reputation: ReputationApi<S>
  readonly templates: TemplatesApi<S>
  readonly brand: BrandApi<S>
  readonly domains: DomainsApi<S>
  readonly smtpConfig: SmtpConfigApi<S>
  readonly topics: TopicsApi<S>
  readonly suppressions: SuppressionsApi<S>
  readonly tracking: TrackingApi<S>
  readonly webhookEndpoints: WebhookEndpointsApi<S>
  readonly apiKeys: ApiKeysApi<S>
  readonly tenants: TenantsApi<S>
  readonly diagnosis: DiagnosisApi<S>
}

/** What each operation asks for. */
export const operations: Readonly<Record<string, Readonly<Record<string, Asked>>>> = {
  emails: {
    send: { method: "POST", path: ["emails", "send"], lists: "queued", repeat: "keyed", takes: "body", isKeyed: true },
    sendBatch: { method: "POST", path: ["emails", "batch"], lists: "data", repeat: "keyed", takes: "body", argument: "emails", isKeyed: true },
    list: { method: "GET", path: ["emails"], lists: "data", repeat: "always", takes: "query", allPages: "all", isFiltered: true },
    export: { method: "GET", path: ["emails", "export"], has: "id", repeat: "always", takes: "query", produces: "text/csv" },
    get: { method: "GET", path: ["emails", 0], has: "status", repeat: "always" },
    cancel: { method: "POST", path: ["emails", 0, "cancel"], has: "status", repeat: "never" },
    stream: { method: "GET", path: ["events", "stream"], has: "id", repeat: "always", takes: "query", produces: "text/event-stream" },
    events: { method: "GET", path: ["emails", 0, "events"], lists: "data", repeat: "always" },
    content: { method: "GET", path: ["emails", 0, "content"], has: "email_id", repeat: "always" },
    source: { method: "GET", path: ["emails", 0, "source"], has: "source", repeat: "always" },
    attachment: { method: "GET", path: ["emails", 0, "attachments", 1], has: "content", repeat: "always" },
    resend: { method: "POST", path: ["emails", 0, "resend"], lists: "queued", repeat: "keyed", isKeyed: true }
  },
  inbox: {
    list: { method: "GET", path: ["inbox"], lists: "data", repeat: "always", takes: "query", allPages: "all", isFiltered: true },
    clear: { method: "DELETE", path: ["inbox"], has: "success", repeat: "always" },
    remove: { method: "DELETE", path: ["inbox", 0], has: "success", repeat: "never" },
    release: { method: "POST", path: ["inbox", 0, "release"], has: "captured_at", repeat: "never", takes: "body" }
  },
  feedback: {
    record: { method: "POST", path: ["emails", 0, "feedback"], has: "outcome", repeat: "never", takes: "body" },
    recordBatch: { method: "POST", path: ["feedback"], lists: "data", repeat: "never", takes: "body", argument: "reports" },
    unmatched: { method: "GET", path: ["feedback", "unmatched"], lists: "data", repeat: "always", takes: "query", allPages: "allUnmatched" }
  },
  feedbackSources: {
    create: { method: "POST", path: ["feedback-sources"], has: "secret", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["feedback-sources"], lists: "data", repeat: "always" },
    get: { method: "GET", path: ["feedback-sources", 0], has: "provider", repeat: "always" },
    update: { method: "PATCH", path: ["feedback-sources", 0], has: "provider", repeat: "always", takes: "body" },
    remove: { method: "DELETE", path: ["feedback-sources", 0], has: "success", repeat: "never" }
  },
  analytics: {
    summary: { method: "GET", path: ["analytics", "summary"], has: "total_sent", repeat: "always", takes: "query", argument: "period" },
    series: { method: "GET", path: ["analytics", "series"], has: "interval", repeat: "always", takes: "query", argument: "period" },
    delivery: { method: "GET", path: ["analytics", "delivery"], has: "handover_ms", repeat: "always", takes: "query", argument: "period" }
  },
  reputation: {
    get: { method: "GET", path: ["reputation"], lists: "domains", repeat: "always" }
  },
  templates: {
    create: { method: "POST", path: ["templates"], has: "version", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["templates"], lists: "data", repeat: "always" },
    preview: { method: "POST", path: ["templates", "preview"], has: "html", repeat: "always", takes: "body" },
    starters: { method: "GET", path: ["templates", "starters"], lists: "data", repeat: "always" },
    starter: { method: "GET", path: ["templates", "starters", 0], has: "slug", repeat: "always" },
    get: { method: "GET", path: ["templates", 0], has: "version", repeat: "always" },
    update: { method: "PUT", path: ["templates", 0], has: "version", repeat: "never", takes: "body" },
    deactivate: { method: "DELETE", path: ["templates", 0], has: "id", repeat: "always" },
    versions: { method: "GET", path: ["templates", 0, "versions"], lists: "data", repeat: "always" },
    version: { method: "GET", path: ["templates", 0, "versions", 1], has: "version", repeat: "always" },
    restore: { method: "POST", path: ["templates", 0, "restore"], has: "version", repeat: "never", takes: "body" }
  },
  brand: {
    get: { method: "GET", path: ["brand"], has: "name", repeat: "always" },
    update: { method: "PUT", path: ["brand"], has: "name", repeat: "always", takes: "body" }
  },
  domains: {
    add: { method: "POST", path: ["domains"], lists: "dns_records", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["domains"], lists: "domains", repeat: "always" },
    get: { method: "GET", path: ["domains", 0], has: "domain", repeat: "always" },
    verify: { method: "POST", path: ["domains", 0, "verify"], has: "verification", repeat: "always" },
    rotateDkim: { method: "POST", path: ["domains", 0, "rotate-dkim"], lists: "dns_records", repeat: "never" },
    remove: { method: "DELETE", path: ["domains", 0], has: "success", repeat: "never" }
  },
  smtpConfig: {
    save: { method: "POST", path: ["smtp-config"], has: "success", repeat: "never", takes: "body" },
    get: { method: "GET", path: ["smtp-config"], has: "provider", repeat: "always" },
    verify: { method: "POST", path: ["smtp-config", "verify"], has: "success", repeat: "never" },
    remove: { method: "DELETE", path: ["smtp-config"], has: "success", repeat: "never" }
  },
  topics: {
    create: { method: "POST", path: ["topics"], has: "name", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["topics"], lists: "data", repeat: "always" },
    update: { method: "PATCH", path: ["topics", 0], has: "name", repeat: "always", takes: "body" },
    remove: { method: "DELETE", path: ["topics", 0], has: "success", repeat: "never" }
  },
  suppressions: {
    add: { method: "POST", path: ["suppressions"], has: "status", repeat: "always", takes: "body" },
    list: { method: "GET", path: ["suppressions"], lists: "data", repeat: "always", takes: "query", allPages: "all", isFiltered: true },
    export: { method: "GET", path: ["suppressions", "export"], has: "email_address", repeat: "always", takes: "query", produces: "text/csv" },
    import: { method: "POST", path: ["suppressions", "import"], has: "added", repeat: "always", takes: "body", consumes: "text/csv" },
    check: { method: "GET", path: ["suppressions", "check", 0], has: "suppressed", repeat: "always" },
    remove: { method: "DELETE", path: ["suppressions", 0], has: "success", repeat: "never", takes: "query" }
  },
  tracking: {
    get: { method: "GET", path: ["tracking"], has: "available", repeat: "always" },
    update: { method: "PUT", path: ["tracking"], has: "available", repeat: "always", takes: "body" }
  },
  webhookEndpoints: {
    create: { method: "POST", path: ["webhook-endpoints"], has: "secret", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["webhook-endpoints"], lists: "data", repeat: "always" },
    get: { method: "GET", path: ["webhook-endpoints", 0], has: "url", repeat: "always" },
    update: { method: "PATCH", path: ["webhook-endpoints", 0], has: "url", repeat: "always", takes: "body" },
    remove: { method: "DELETE", path: ["webhook-endpoints", 0], has: "success", repeat: "never" },
    rotateSecret: { method: "POST", path: ["webhook-endpoints", 0, "rotate-secret"], has: "secret", repeat: "never" },
    test: { method: "POST", path: ["webhook-endpoints", 0, "test"], has: "event_id", repeat: "never", takes: "body" },
    deliveries: { method: "GET", path: ["webhook-endpoints", 0, "deliveries"], lists: "data", repeat: "always", takes: "query", allPages: "allDeliveries", isFiltered: true },
    delivery: { method: "GET", path: ["webhook-endpoints", 0, "deliveries", 1], has: "event_id", repeat: "always" },
    replay: { method: "POST", path: ["webhook-endpoints", 0, "replay"], has: "events", repeat: "never", takes: "body" }
  },
  apiKeys: {
    create: { method: "POST", path: ["api-keys"], has: "key", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["api-keys"], lists: "data", repeat: "always" },
    update: { method: "PATCH", path: ["api-keys", 0], has: "prefix", repeat: "always", takes: "body" },
    revoke: { method: "DELETE", path: ["api-keys", 0], has: "success", repeat: "never" }
  },
  tenants: {
    create: { method: "POST", path: ["tenants"], has: "name", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["tenants"], lists: "data", repeat: "always", takes: "query", allPages: "all", isFiltered: true },
    events: { method: "GET", path: ["tenants", "events"], lists: "data", repeat: "always" },
    get: { method: "GET", path: ["tenants", 0], has: "reputation", repeat: "always" },
    update: { method: "PATCH", path: ["tenants", 0], has: "name", repeat: "always", takes: "body" },
    remove: { method: "DELETE", path: ["tenants", 0], has: "success", repeat: "always", takes: "query" },
    pause: { method: "POST", path: ["tenants", 0, "pause"], has: "name", repeat: "always", takes: "body" },
    resume: { method: "POST", path: ["tenants", 0, "resume"], has: "name", repeat: "always" }
  },
  diagnosis: {
    get: { method: "GET", path: ["diagnosis"], lists: "findings", repeat: "always" }
  }
}
