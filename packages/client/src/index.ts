/**
 * The client of Telemark's HTTP API, and the verification of its webhooks. It imports no package,
 * so it runs wherever fetch and Web Crypto exist.
 */
export type { CallLimits, FetchLike, SendOptions } from "./Calls/index.js"
export type * from "./Contract/index.js"
export {
  ConnectionFailed,
  ContentRemoved,
  DomainExists,
  InsufficientScope,
  InternalError,
  InvalidApiKey,
  InvalidOptions,
  InvalidPeriod,
  MethodNotAllowed,
  MonthlyLimitExceeded,
  NoReleaseServer,
  NoSmtpConfig,
  NotCancellable,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  type Refusal,
  ReleaseFailed,
  ScopeExceedsCaller,
  SendingPaused,
  ServiceUnavailable,
  SmtpConnectionFailed,
  TelemarkError,
  type TelemarkFailure,
  TemplateExists,
  TenantExists,
  TimedOut,
  TopicExists,
  UnexpectedAnswer,
  UnknownError,
  ValidationFailed,
  type ValidationDetails
} from "./Errors/index.js"
export type {
  AnalyticsApi,
  ApiKeysApi,
  BatchEntry,
  BatchResult,
  BrandApi,
  CallOptions,
  DomainsApi,
  EmailsApi,
  FeedbackApi,
  FeedbackSourcesApi,
  ReputationApi,
  SmtpConfigApi,
  SuppressionsApi,
  TemplatesApi,
  TopicsApi,
  TrackingApi,
  WebhookEndpointsApi
} from "./Operations/index.js"
export { type ClientOptions, createClient, type TelemarkClient } from "./Promises/index.js"
export {
  type RawBody,
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookEvent,
  type WebhookEventData,
  webhookEventTypes,
  type WebhookEventType,
  type WebhookHeaders,
  WebhookVerificationFailed,
  type WebhookVerificationReason
} from "./Webhooks/index.js"
