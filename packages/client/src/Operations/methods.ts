// Made of @telemark/contract: change that, then run `npm run generate`.
import type { Asked, SendOptions } from "../Calls/index.js"
import type { AddDomain, AddSuppression, AddedDomain, AnalyticsSummary, ApiKey, ApiKeyList, Brand, CreateApiKey, CreateTemplate, CreateWebhookEndpoint, CreatedApiKey, CreatedTemplate, CreatedWebhookEndpoint, DeactivatedTemplate, Domain, DomainList, Email, EmailList, EmailSummary, FeedbackEntry, FeedbackReport, FeedbackResult, FeedbackResults, ListEmails, PageRequest, PreviewTemplate, ReplayWebhooks, ReplayedWebhooks, RestoreTemplate, RestoredTemplate, RotatedWebhookSecret, SaveSmtpConfig, SavedSmtpConfig, SendRequest, SendResult, SmtpConfig, SmtpVerification, Starter, StarterList, Success, Suppressed, Suppression, SuppressionCheck, SuppressionList, Template, TemplateList, TemplatePreview, TemplateVersion, TemplateVersionList, TestWebhook, Timeline, UpdateApiKey, UpdateBrand, UpdateTemplate, UpdateWebhookEndpoint, UpdatedTemplate, VerifiedDomain, WebhookAttempt, WebhookAttemptList, WebhookEndpoint, WebhookEndpointList } from "../Contract/index.js"
import type { BatchResult } from "./batch.js"
import type { Many, One, Promises, Style } from "./Style.js"

/** Sending mail, and following what became of it. */
export interface EmailsApi<S extends Style = Promises> {
  /** Send an email. Queues one message for each recipient, all of them durably or none. Asked again, it sends again, unless both have the same Idempotency-Key. The body may have 15 MiB. Fails with `CompilerBusy`, `MonthlyLimitExceeded` beside what every operation may. */
  readonly send: (request: SendRequest, options?: SendOptions & S["options"]) => One<S, SendResult>
  /** Send up to 100 emails. Each entry is a send of its own: one that is refused changes nothing for the others, and the answer is good all the same, so look at the entries. The body may have 15 MiB. It counts as many sends against the key's rate limit as it has entries: all of them or 429. */
  readonly sendBatch: (emails: ReadonlyArray<SendRequest>, options?: SendOptions & S["options"]) => One<S, BatchResult>
  /** List emails, newest first. Filters hold all together. To go through all pages, ask for `after` what the page before has in `next`, until that is null. */
  readonly list: (request?: ListEmails, options?: S["options"]) => One<S, EmailList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (request?: Omit<ListEmails, keyof PageRequest | "after">, options?: S["options"]) => Many<S, EmailSummary>
  /** Get the log of one email. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: string, options?: S["options"]) => One<S, Email>
  /** Keep an email from being sent. Takes no body. For what was scheduled, and for what waits for its next attempt; the month's quota gets it back. Fails with `NotFound`, `NotCancellable` beside what every operation may. */
  readonly cancel: (id: string, options?: S["options"]) => One<S, Email>
  /** Tell what happened to one email, oldest first, and what comes next. Fails with `NotFound` beside what every operation may. */
  readonly events: (id: string, options?: S["options"]) => One<S, Timeline>
}

/** Reporting what became of mail after it was sent. */
export interface FeedbackApi<S extends Style = Promises> {
  /** Report what became of one email after it was sent. For what a provider, a mail server or a person told you. Status, suppression, event and counters change together, or nothing does. Fails with `NotFound` beside what every operation may. */
  readonly record: (id: string, request: FeedbackReport, options?: S["options"]) => One<S, FeedbackResult>
  /** Report what became of several emails. */
  readonly recordBatch: (reports: ReadonlyArray<FeedbackEntry>, options?: S["options"]) => One<S, FeedbackResults>
}

/** What became of a tenant's mail over a window of time. */
export interface AnalyticsApi<S extends Style = Promises> {
  /** Sum up what became of the mail of a period. Fails with `InvalidPeriod` beside what every operation may. */
  readonly summary: (period?: "24h" | "7d" | "30d" | "90d", options?: S["options"]) => One<S, AnalyticsSummary>
}

/** Keeping templates in versions, looking at them, and starting from a good one. */
export interface TemplatesApi<S extends Style = Promises> {
  /** Create a template. Takes one source: `mjml_source`, `html` or `design_json`. A deactivated template of that id is revived. Fails with `TemplateExists`, `CompilerBusy` beside what every operation may. */
  readonly create: (request: CreateTemplate, options?: S["options"]) => One<S, CreatedTemplate>
  /** List templates, deactivated ones too, newest first. */
  readonly list: (options?: S["options"]) => One<S, TemplateList>
  /** Compile and render without saving. Problems of the template are part of the answer. Fails with `CompilerBusy` beside what every operation may. */
  readonly preview: (request: PreviewTemplate, options?: S["options"]) => One<S, TemplatePreview>
  /** List the templates to begin with, in the tenant's brand. Fails with `CompilerBusy` beside what every operation may. */
  readonly starters: (options?: S["options"]) => One<S, StarterList>
  /** Get a template to begin with. Fails with `NotFound` beside what every operation may. */
  readonly starter: (slug: string, options?: S["options"]) => One<S, Starter>
  /** Get a template as it stands. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: string, options?: S["options"]) => One<S, Template>
  /** Change a template, as its next version. What is left out stays as it is. `text_body: null` takes the text away, a locale that is null the language. A new source takes the place of the old one, a kept design included. Fails with `NotFound`, `CompilerBusy` beside what every operation may. */
  readonly update: (id: string, request: UpdateTemplate, options?: S["options"]) => One<S, UpdatedTemplate>
  /** Deactivate a template; its versions stay. Fails with `NotFound` beside what every operation may. */
  readonly deactivate: (id: string, options?: S["options"]) => One<S, DeactivatedTemplate>
  /** List a template's versions, newest first. Fails with `NotFound` beside what every operation may. */
  readonly versions: (id: string, options?: S["options"]) => One<S, TemplateVersionList>
  /** Get one version of a template. Fails with `NotFound` beside what every operation may. */
  readonly version: (id: string, version: number, options?: S["options"]) => One<S, TemplateVersion>
  /** Make an earlier version the next one. Fails with `NotFound` beside what every operation may. */
  readonly restore: (id: string, request: RestoreTemplate, options?: S["options"]) => One<S, RestoredTemplate>
}

/** How a tenant's starters look. */
export interface BrandApi<S extends Style = Promises> {
  /** Get the brand that starters are shown in. */
  readonly get: (options?: S["options"]) => One<S, Brand>
  /** Change the brand. What is left out stays as it is; null goes back to the default. Templates that were saved don't change. */
  readonly update: (request: UpdateBrand, options?: S["options"]) => One<S, Brand>
}

/** Domains that a tenant sends from. */
export interface DomainsApi<S extends Style = Promises> {
  /** Add a sending domain. Makes the domain's keys and says what to publish; DNS is not asked before it is verified. Fails with `DomainExists`, `DkimKeysBusy` beside what every operation may. */
  readonly add: (request: AddDomain, options?: S["options"]) => One<S, AddedDomain>
  /** List sending domains, newest first. */
  readonly list: (options?: S["options"]) => One<S, DomainList>
  /** Get a sending domain, with what its last verification found. Fails with `NotFound` beside what every operation may. */
  readonly get: (domain: string, options?: S["options"]) => One<S, Domain>
  /** Look a domain's records up in DNS. Takes no body. Raises and lowers `spf_verified`, `dkim_verified` and `dmarc_verified` by what is found; trouble of DNS itself (`temperror`) changes none of them. The first tenant that verifies a domain owns it. Fails with `NotFound`, `DomainExists` beside what every operation may. */
  readonly verify: (domain: string, options?: S["options"]) => One<S, VerifiedDomain>
  /** Make a domain's next DKIM keys. Takes no body. A domain with an Ed25519 key gets a new one of these as well. Each new key signs once its record is seen; until then the present one does. Asked again before that, it answers with the same keys. Fails with `NotFound`, `DkimKeysBusy` beside what every operation may. */
  readonly rotateDkim: (domain: string, options?: S["options"]) => One<S, AddedDomain>
  /** Remove a sending domain and its keys. Fails with `NotFound` beside what every operation may. */
  readonly remove: (domain: string, options?: S["options"]) => One<S, Success>
}

/** A tenant's own SMTP server. */
export interface SmtpConfigApi<S extends Style = Promises> {
  /** Save an SMTP server of your own. Connects, sets up TLS and logs in first; if that fails, nothing is saved. It takes the place of the present one. While one is saved, all mail of the tenant goes through it. Fails with `SmtpConnectionFailed` beside what every operation may. */
  readonly save: (request: SaveSmtpConfig, options?: S["options"]) => One<S, SavedSmtpConfig>
  /** Get the SMTP server that is saved, without its password. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly get: (options?: S["options"]) => One<S, SmtpConfig>
  /** Test the SMTP server that is saved. Takes no body. Connects, sets up TLS and logs in, and notes in `verified` what came of it. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly verify: (options?: S["options"]) => One<S, SmtpVerification>
  /** Forget the SMTP server. From now on the tenant's mail takes the route that the operator of this service chose. Fails with `NoSmtpConfig` beside what every operation may. */
  readonly remove: (options?: S["options"]) => One<S, Success>
}

/** Addresses that must not be mailed. */
export interface SuppressionsApi<S extends Style = Promises> {
  /** Suppress an address. */
  readonly add: (request: AddSuppression, options?: S["options"]) => One<S, Suppressed>
  /** List suppressed addresses, newest first. */
  readonly list: (request?: PageRequest, options?: S["options"]) => One<S, SuppressionList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly all: (options?: S["options"]) => Many<S, Suppression>
  /** Look up whether an address is suppressed. Fails with `ValidationFailed` beside what every operation may. */
  readonly check: (email: string, options?: S["options"]) => One<S, SuppressionCheck>
  /** Allow mail to an address again. Fails with `ValidationFailed`, `NotFound` beside what every operation may. */
  readonly remove: (email: string, options?: S["options"]) => One<S, Success>
}

/** URLs that a tenant's events are posted to. */
export interface WebhookEndpointsApi<S extends Style = Promises> {
  /** Create a webhook endpoint. From now on the tenant's events of these kinds are posted to it. Its secret is in this answer and nowhere else. A tenant has ten endpoints at most. */
  readonly create: (request: CreateWebhookEndpoint, options?: S["options"]) => One<S, CreatedWebhookEndpoint>
  /** List webhook endpoints, newest first. */
  readonly list: (options?: S["options"]) => One<S, WebhookEndpointList>
  /** Get a webhook endpoint. Fails with `NotFound` beside what every operation may. */
  readonly get: (id: number, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Change a webhook endpoint. What is left out stays as it is. Made inactive, it gets nothing more, nor what was waiting for it. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: number, request: UpdateWebhookEndpoint, options?: S["options"]) => One<S, WebhookEndpoint>
  /** Remove a webhook endpoint, with what was waiting for it. Fails with `NotFound` beside what every operation may. */
  readonly remove: (id: number, options?: S["options"]) => One<S, Success>
  /** Make a webhook endpoint's next secret. Takes no body. The secret before signs beside it for 24 hours. Fails with `NotFound` beside what every operation may. */
  readonly rotateSecret: (id: number, options?: S["options"]) => One<S, RotatedWebhookSecret>
  /** Post a sample to a webhook endpoint, once and at once. Needs no body; `type` chooses the kind of event, by default the first that the endpoint takes. Answers once the endpoint has, or after 15 seconds. Fails with `NotFound`, `WebhookTestsBusy` beside what every operation may. */
  readonly test: (id: number, request?: TestWebhook, options?: S["options"]) => One<S, WebhookAttempt>
  /** List the attempts at a webhook endpoint, newest first. Fails with `NotFound` beside what every operation may. */
  readonly deliveries: (id: number, request?: PageRequest, options?: S["options"]) => One<S, WebhookAttemptList>
  /** All of them; pages are fetched as they are needed. Where pages are counted by rows, what is added meanwhile may show twice. */
  readonly allDeliveries: (id: number, options?: S["options"]) => Many<S, WebhookAttempt>
  /** Deliver events to a webhook endpoint again. Either one event, whatever its kind, or those from `since` to before `until` (by default now) of the kinds that the endpoint takes. Their ids stay the same. Fails with `NotFound` beside what every operation may. */
  readonly replay: (id: number, request: ReplayWebhooks, options?: S["options"]) => One<S, ReplayedWebhooks>
}

/** Who may call, and what for. */
export interface ApiKeysApi<S extends Style = Promises> {
  /** Create an API key. Its raw text is in this answer and nowhere else. Fails with `ScopeExceedsCaller` beside what every operation may. */
  readonly create: (request: CreateApiKey, options?: S["options"]) => One<S, CreatedApiKey>
  /** List API keys, revoked ones too, newest first. */
  readonly list: (options?: S["options"]) => One<S, ApiKeyList>
  /** Change an API key. What is left out stays as it is. Its scopes can't be changed: make another key. A key that is revoked can't be changed either. Fails with `NotFound` beside what every operation may. */
  readonly update: (id: string, request: UpdateApiKey, options?: S["options"]) => One<S, ApiKey>
  /** Revoke an API key permanently. Fails with `NotFound` beside what every operation may. */
  readonly revoke: (id: string, options?: S["options"]) => One<S, Success>
}

/** The operations of the service, by group. */
export interface Client<S extends Style = Promises> {
  readonly emails: EmailsApi<S>
  readonly feedback: FeedbackApi<S>
  readonly analytics: AnalyticsApi<S>
  readonly templates: TemplatesApi<S>
  readonly brand: BrandApi<S>
  readonly domains: DomainsApi<S>
  readonly smtpConfig: SmtpConfigApi<S>
  readonly suppressions: SuppressionsApi<S>
  readonly webhookEndpoints: WebhookEndpointsApi<S>
  readonly apiKeys: ApiKeysApi<S>
}

/** What each operation asks for. */
export const operations: Readonly<Record<string, Readonly<Record<string, Asked>>>> = {
  emails: {
    send: { method: "POST", path: ["emails", "send"], lists: "queued", repeat: "keyed", takes: "body", isKeyed: true },
    sendBatch: { method: "POST", path: ["emails", "batch"], lists: "data", repeat: "keyed", takes: "body", argument: "emails", isKeyed: true },
    list: { method: "GET", path: ["emails"], lists: "data", repeat: "always", takes: "query", allPages: "all", isFiltered: true },
    get: { method: "GET", path: ["emails", 0], has: "status", repeat: "always" },
    cancel: { method: "POST", path: ["emails", 0, "cancel"], has: "status", repeat: "never" },
    events: { method: "GET", path: ["emails", 0, "events"], lists: "data", repeat: "always" }
  },
  feedback: {
    record: { method: "POST", path: ["emails", 0, "feedback"], has: "outcome", repeat: "never", takes: "body" },
    recordBatch: { method: "POST", path: ["feedback"], lists: "data", repeat: "never", takes: "body", argument: "reports" }
  },
  analytics: {
    summary: { method: "GET", path: ["analytics", "summary"], has: "total_sent", repeat: "always", takes: "query", argument: "period" }
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
  suppressions: {
    add: { method: "POST", path: ["suppressions"], has: "status", repeat: "always", takes: "body" },
    list: { method: "GET", path: ["suppressions"], lists: "data", repeat: "always", takes: "query", allPages: "all" },
    check: { method: "GET", path: ["suppressions", "check", 0], has: "suppressed", repeat: "always" },
    remove: { method: "DELETE", path: ["suppressions", 0], has: "success", repeat: "never" }
  },
  webhookEndpoints: {
    create: { method: "POST", path: ["webhook-endpoints"], has: "secret", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["webhook-endpoints"], lists: "data", repeat: "always" },
    get: { method: "GET", path: ["webhook-endpoints", 0], has: "url", repeat: "always" },
    update: { method: "PATCH", path: ["webhook-endpoints", 0], has: "url", repeat: "always", takes: "body" },
    remove: { method: "DELETE", path: ["webhook-endpoints", 0], has: "success", repeat: "never" },
    rotateSecret: { method: "POST", path: ["webhook-endpoints", 0, "rotate-secret"], has: "secret", repeat: "never" },
    test: { method: "POST", path: ["webhook-endpoints", 0, "test"], has: "event_id", repeat: "never", takes: "body" },
    deliveries: { method: "GET", path: ["webhook-endpoints", 0, "deliveries"], lists: "data", repeat: "always", takes: "query", allPages: "allDeliveries" },
    replay: { method: "POST", path: ["webhook-endpoints", 0, "replay"], has: "events", repeat: "never", takes: "body" }
  },
  apiKeys: {
    create: { method: "POST", path: ["api-keys"], has: "key", repeat: "never", takes: "body" },
    list: { method: "GET", path: ["api-keys"], lists: "data", repeat: "always" },
    update: { method: "PATCH", path: ["api-keys", 0], has: "prefix", repeat: "always", takes: "body" },
    revoke: { method: "DELETE", path: ["api-keys", 0], has: "success", repeat: "never" }
  }
}
