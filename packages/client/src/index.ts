/**
 * The client of Telemark's HTTP API, and the verification of its webhooks. It imports no package,
 * so it runs wherever fetch and Web Crypto exist.
 */
export type { CallLimits, FetchLike, SendOptions } from "./Calls/index.js"
export {
  ConnectionFailed,
  type ErrorFacts,
  InvalidOptions,
  type Refusal,
  TelemarkError,
  type TelemarkFailure,
  TimedOut,
  UnexpectedAnswer,
  UnknownError,
  ValidationFailed,
  type ValidationDetails
} from "./Errors/index.js"
export * from "./generated/errors.js"
export type * from "./generated/methods.js"
export * from "./generated/types.js"
export type { BatchEntry, BatchResult, CallOptions } from "./Operations/index.js"
export { type ClientOptions, createClient, type TelemarkClient } from "./Promises/index.js"
export {
  type RawBody,
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookHeaders,
  WebhookVerificationFailed,
  type WebhookVerificationReason
} from "./Webhooks/index.js"
