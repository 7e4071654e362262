/** Telemark for applications without Effect: the services as promises, without logic of its own. */
export {
  ApiKeysBusy,
  CompilerBusy,
  DkimKeysBusy,
  DomainExists,
  InsufficientScope,
  InvalidApiKey,
  InvalidPeriod,
  InvalidSecret,
  MonthlyLimitExceeded,
  NoSmtpConfig,
  NotCancellable,
  NotFound,
  RateLimited,
  ScopeExceedsCaller,
  SecretMissing,
  SendingPaused,
  SmtpConnectionFailed,
  StorageError,
  TemplateExists,
  TenantExists,
  TopicExists,
  TransactionUnusable,
  ValidationFailed,
  WebhookTestsBusy
} from "@telemark/core"
export type {
  AddDomain,
  AddedDomain,
  AnalyticsSummary,
  AttachmentInput,
  Brand,
  CreatedApiKey,
  CreatedWebhookEndpoint,
  CreatedTemplate,
  CreateTemplate,
  CreateTopic,
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
  EmailList,
  EmailStatus,
  EmailSummary,
  EventType,
  FeedbackBatch,
  FeedbackReport,
  FeedbackResult,
  FeedbackResults,
  FollowEvents,
  KeyScope,
  ListEmails,
  OperatorEvent,
  PauseTenant,
  PreviewTemplate,
  ReplayedWebhooks,
  ReplayWebhooks,
  ReputationSummary,
  RestoredTemplate,
  RestoreTemplate,
  RetentionPolicy,
  RetiredDkimKey,
  RotatedWebhookSecret,
  SaveSmtpConfig,
  Scope,
  SendError,
  SendOptions,
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
  SuppressionIncidentView,
  Template,
  TemplatePreview,
  TemplateSummary,
  TemplateVersionSummary,
  TemplateVersionView,
  Tenant,
  TenantPause,
  TestWebhook,
  Timeline,
  TimelineEntry,
  Topic,
  TransactionProblem,
  UndoneIncident,
  UpdateBrand,
  UpdatedTemplate,
  UpdateTemplate,
  UpdateTopic,
  UpdateWebhookEndpoint,
  Verdict,
  VerifiedDomain,
  WebhookAttempt,
  WebhookEndpoint
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
