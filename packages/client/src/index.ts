/**
 * The client of Telemark's HTTP API, and the verification of its webhooks. It imports no package,
 * so it runs wherever fetch and Web Crypto exist.
 */
export type { CallLimits, FetchLike, SendOptions } from "./calls/options.js"
export { type Refusal, type TelemarkFailure, UnknownError } from "./errors/errorOf.js"
export {
  ConnectionFailed,
  type ErrorFacts,
  InvalidOptions,
  TelemarkError,
  TimedOut,
  UnexpectedAnswer,
  ValidationFailed,
  type ValidationDetails
} from "./errors/TelemarkError.js"
export * from "./generated/errors.js"
export type * from "./generated/methods.js"
export * from "./generated/types.js"
export type { BatchEntry, BatchResult } from "./operations/sends.js"
export type { CallOptions } from "./operations/Style.js"
export { type ClientOptions, createClient, type TelemarkClient } from "./promises/createClient.js"
export type { RawBody } from "./webhooks/body.js"
export type { WebhookHeaders } from "./webhooks/signatures.js"
export { verifyWebhook, type VerifyWebhookOptions } from "./webhooks/verifyWebhook.js"
export {
  WebhookVerificationFailed,
  type WebhookVerificationReason
} from "./webhooks/WebhookVerificationFailed.js"
