/** Telemark for applications without Effect: the services as promises. It holds no rules of its own. */
export {
  InsufficientScope,
  InvalidApiKey,
  InvalidPeriod,
  MonthlyLimitExceeded,
  NotFound,
  RateLimited,
  ScopeExceedsCaller,
  StorageError,
  TenantExists,
  ValidationFailed
} from "@telemark/core"
export type {
  AnalyticsSummary,
  CreatedApiKey,
  Email,
  EmailEvent,
  EmailStatus,
  EmailSummary,
  RetentionPolicy,
  Scope,
  SendRequest,
  SendResult,
  Suppression,
  SuppressionCheck,
  Tenant
} from "@telemark/core"
export type { WorkerOptions } from "@telemark/worker"
export { TelemarkClosed } from "./calls.js"
export { createTelemark, type Telemark } from "./createTelemark.js"
export type { MailTransport, Storage, TelemarkOptions } from "./options.js"
export type { TenantApi } from "./tenant.js"
export type { RunningWorker } from "./worker.js"
