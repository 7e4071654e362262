/** Telemark for applications without Effect: the services as promises. It holds no rules of its own. */
export {
  CompilerBusy,
  InsufficientScope,
  InvalidApiKey,
  InvalidPeriod,
  MonthlyLimitExceeded,
  NotFound,
  RateLimited,
  ScopeExceedsCaller,
  StorageError,
  TemplateExists,
  TenantExists,
  ValidationFailed
} from "@telemark/core"
export type {
  AnalyticsSummary,
  Brand,
  CreatedApiKey,
  CreateTemplate,
  Design,
  Email,
  EmailEvent,
  EmailStatus,
  EmailSummary,
  PreviewTemplate,
  RestoreTemplate,
  RetentionPolicy,
  SavedTemplate,
  Scope,
  SendRequest,
  SendResult,
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
  UpdateBrand,
  UpdatedTemplate,
  UpdateTemplate
} from "@telemark/core"
export type { WorkerOptions } from "@telemark/worker"
export { TelemarkClosed } from "./calls.js"
export { createTelemark, type Telemark } from "./createTelemark.js"
export type { MailTransport, Storage, TelemarkOptions } from "./options.js"
export type { DataOf, TemplateData, TemplateSend } from "./templateData.js"
export type { BrandApi, TemplatesApi } from "./templates.js"
export type { TenantApi } from "./tenant.js"
export type { RunningWorker } from "./worker.js"
