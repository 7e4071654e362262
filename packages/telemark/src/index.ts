/** Telemark for applications without Effect: the services as promises. It holds no rules of its own. */
export {
  CompilerBusy,
  DomainExists,
  InsufficientScope,
  InvalidApiKey,
  InvalidPeriod,
  InvalidSecret,
  MonthlyLimitExceeded,
  NoSmtpConfig,
  NotFound,
  RateLimited,
  ScopeExceedsCaller,
  SecretMissing,
  SmtpConnectionFailed,
  StorageError,
  TemplateExists,
  TenantExists,
  ValidationFailed,
  WebhookTestsBusy
} from "@telemark/core"
export type {
  AddDomain,
  AddedDomain,
  AnalyticsSummary,
  Brand,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreateTemplate,
  CreateWebhookEndpoint,
  Design,
  DkimFinding,
  DmarcFinding,
  DnsRecord,
  Domain,
  DomainSummary,
  DomainVerification,
  Email,
  EmailEvent,
  EmailEventData,
  EmailStatus,
  EmailSummary,
  EventType,
  FollowEvents,
  PreviewTemplate,
  ReplayedWebhooks,
  ReplayWebhooks,
  Report,
  Reported,
  ReportKind,
  RestoreTemplate,
  RetentionPolicy,
  RotatedWebhookSecret,
  SavedTemplate,
  SaveSmtpConfig,
  Scope,
  SendRequest,
  SendResult,
  SmtpConfig,
  SmtpTestStage,
  SmtpVerification,
  SpfFinding,
  Starter,
  StarterSummary,
  Suppression,
  SuppressionCheck,
  Template,
  TemplatePreview,
  TemplateSummary,
  TemplateVersionSummary,
  TemplateVersionView,
  Tenant,
  TestWebhook,
  Timeline,
  TimelineEntry,
  UpdateBrand,
  UpdatedTemplate,
  UpdateTemplate,
  UpdateWebhookEndpoint,
  Verdict,
  VerifiedDomain,
  WebhookAttempt,
  WebhookEndpoint
} from "@telemark/core"
export type { WorkerOptions } from "@telemark/worker"
export { TelemarkClosed } from "./calls.js"
export { createTelemark, type Telemark } from "./createTelemark.js"
export type { DomainsApi } from "./domains.js"
export type { EventListener, EventsApi, ListenToEvents } from "./events.js"
export type { FeedbackApi } from "./feedback.js"
export type { MailTransport, Storage, TelemarkOptions } from "./options.js"
export type { SmtpConfigApi } from "./smtpConfig.js"
export type { DataOf, TemplateData, TemplateSend } from "./templateData.js"
export type { BrandApi, TemplatesApi } from "./templates.js"
export type { TenantApi } from "./tenant.js"
export type { WebhookEndpointsApi } from "./webhookEndpoints.js"
export type { RunningWorker } from "./worker.js"
