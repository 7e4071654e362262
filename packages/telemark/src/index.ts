/** Telemark for applications without Effect: the services as promises, without logic of its own. */
export {
  ApiKeysBusy,
  CompilerBusy,
  DkimKeysBusy,
  DomainExists,
  InsufficientScope,
  InvalidApiKey,
  InvalidPeriod,
  MonthlyLimitExceeded,
  NoSmtpConfig,
  NotCancellable,
  NotFound,
  RateLimited,
  ScopeExceedsCaller,
  SendingPaused,
  SmtpConnectionFailed,
  StorageError,
  TemplateExists,
  TenantExists,
  TopicExists,
  ValidationFailed,
  WebhookTestsBusy
} from "@telemark/contract"
export { InvalidSecret, SecretMissing, TransactionUnusable } from "@telemark/core"
export {
  type AddDomain,
  type AddedDomain,
  type AnalyticsSummary,
  type AttachmentInput,
  type Brand,
  type CreatedApiKey,
  type CreatedTemplate,
  type CreatedWebhookEndpoint,
  type CreateTemplate,
  type CreateTopic,
  type CreateWebhookEndpoint,
  type Design,
  type DkimFinding,
  type DmarcFinding,
  type DnsRecord,
  type Domain,
  type DomainSummary,
  type DomainVerification,
  type Email,
  type EmailEvent,
  type EmailEventData,
  type EmailList,
  type EmailStatus,
  type EmailSummary,
  type EventType,
  type FeedbackBatch,
  type FeedbackReport,
  type FeedbackResult,
  type FeedbackResults,
  type KeyScope,
  type ListEmails,
  type PauseTenant,
  type PreviewTemplate,
  type ReplayedWebhooks,
  type ReplayWebhooks,
  type ReputationSummary,
  type RestoredTemplate,
  type RestoreTemplate,
  type RetiredDkimKey,
  type RotatedWebhookSecret,
  type SaveSmtpConfig,
  type Scope,
  type SendOptions,
  type SendRequest,
  type SendResult,
  type SmtpConfig,
  type SmtpTestStage,
  type SmtpVerification,
  type SpfFinding,
  type Starter,
  type StarterSummary,
  type Suppression,
  type SuppressionCheck,
  type Template,
  type TemplatePreview,
  type TemplateSummary,
  type TemplateVersionSummary,
  type TemplateVersionView,
  type TestWebhook,
  type Timeline,
  type TimelineEntry,
  type Topic,
  type UpdateBrand,
  type UpdatedTemplate,
  type UpdateTemplate,
  type UpdateTopic,
  type UpdateWebhookEndpoint,
  type VerifiedDomain,
  type WebhookAttempt,
  type WebhookEndpoint
} from "@telemark/contract"
export {
  type FollowEvents,
  type OperatorEvent,
  type RetentionPolicy,
  type SendError,
  type SuppressionIncidentView,
  type Tenant,
  type TenantPause,
  type TransactionProblem,
  type UndoneIncident,
  type Verdict
} from "@telemark/core"
export {
  BounceCertificateNotUsable,
  BounceListenFailed,
  type BounceListenerOptions
} from "@telemark/feedback"
export type { Authorize, AuthorizedPerson } from "@telemark/http"
export type { DeliveredDue, DeliverDueOptions, WorkerOptions } from "@telemark/worker"
export type { BounceListenerError, RunningBounceListener } from "./bounceListener.js"
export { TelemarkClosed } from "./calls.js"
export { createTelemark, Telemark } from "./createTelemark.js"
export type { DashboardMounts, DashboardOptions } from "./dashboard.js"
export { EffectNotUsable } from "./effectVersion.js"
export type { BatchEntry, EmailsApi } from "./emails.js"
export type { EventListener, EventsApi, ListenToEvents } from "./events.js"
export type { FastifyHost, FastifyPlugin } from "./fastify.js"
export type { Mount, Mounts } from "./mounts.js"
export { type InboxApi, type InboxMail, type InboxMessage, InboxNotUsed } from "./inbox.js"
export type { GroupApi, OperationsApi } from "./operations.js"
export type { MailDistribution, MailTransport, Storage, TelemarkOptions } from "./options.js"
export { type ReactElement, ReactNotRendered } from "./react.js"
export { type RouteHandlers, routeHandlers } from "./routeHandlers.js"
export type { DataOf, TemplateData, TemplateSend } from "./templateData.js"
export type { TemplatesApi } from "./templates.js"
export type { TenantApi } from "./tenant.js"
export type {
  HostTransaction,
  InTransaction,
  NodeSqliteDatabase,
  PostgresClient,
  PreparedEmail,
  SendInOptions,
  SqliteDatabase,
  WrappedTransaction
} from "./transaction.js"
export type { LayerError, LayerOptions, LayerServices } from "./telemarkLayer.js"
export type { RunningWorker } from "./worker.js"
