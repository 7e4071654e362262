/** Telemark for applications without Effect: the services as promises. */
export {
  type CompilerFailure,
  type CreateTenant,
  type Excess,
  type FollowEvents,
  InsufficientScope,
  InvalidApiKey,
  InvalidSecret,
  type MetricsOptions,
  type OperatorEvent,
  type OperatorEventData,
  type OperatorEventType,
  type PauseTenant,
  RateLimited,
  type RateLimitStatus,
  type ReputationMeasure,
  type ReputationWindow,
  type RetentionPolicy,
  type Scope,
  SecretMissing,
  type SendContent,
  type SendEnvelope,
  type SendError,
  type SendOptions,
  type SettledStatus,
  type SmtpTestStage,
  type SuppressionIncidentView,
  type Tenant,
  TenantExists,
  type ParsedFile,
  type ParsedMail,
  type TenantPause,
  type TransactionProblem,
  TransactionUnusable,
  type UndoneIncident,
  type UpdateTenant,
  type ValidationDetails,
  type Verdict
} from "@telemark/core"
export {
  BounceCertificateNotUsable,
  BounceListenFailed,
  type BounceListenerOptions
} from "@telemark/feedback"
export type { Authorize, AuthorizedPerson } from "@telemark/http"
export { InvalidDnsServers, InvalidNetworks } from "@telemark/network"
export {
  type ListeningForSubmissions,
  type ReadableMail,
  SubmissionListenFailed,
  SubmissionNotSafe,
  type SubmissionOptions,
  type TlsFiles
} from "@telemark/smtp"
export type { DeliveredDue, DeliverDueOptions, WorkerOptions } from "@telemark/worker"
export type { BounceListenerError, RunningBounceListener } from "./bounceListener.js"
export type { Running } from "./running.js"
export type { RunningSmtpServer, SmtpServerError } from "./smtpServer.js"
export { TelemarkClosed } from "./calls.js"
export { createTelemark, Telemark } from "./createTelemark.js"
export type { DashboardMounts, DashboardOptions } from "./dashboard.js"
export { EffectNotUsable } from "./effectVersion.js"
export type { BatchEntry, BatchResult, EmailsApi } from "./emails.js"
export type { EventListener, EventsApi, ListenToEvents } from "./events.js"
export type { FastifyHost, FastifyPlugin } from "./fastify.js"
export * from "./generated/contract.js"
export type { Mount, Mounts } from "./mounts.js"
export { type InboxApi, type InboxMail, type InboxMessage, InboxNotUsed } from "./inbox.js"
export type { GroupApi, OperationsApi } from "./operations.js"
export type {
  LogLevelName,
  MailDistribution,
  MailTransport,
  Storage,
  TelemarkOptions
} from "./options.js"
export { type AnySend, type ReactElement, ReactNotRendered } from "./react.js"
export { type RouteHandlers, routeHandlers } from "./routeHandlers.js"
export type { DataOf, SendLike, TemplateData, TemplateSend } from "./templateData.js"
export type { TemplatesApi, TenantApi } from "./tenant.js"
export type { OperatorWebhookEndpointsApi } from "./operatorWebhookEndpoints.js"
export type { TenantsApi } from "./tenants.js"
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
export type { TracingOptions } from "./tracing.js"
