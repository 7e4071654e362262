import { type ErrorName, errorRow, type OperationError } from "@telemark/contract"
import { type Answer, jsonAnswer } from "../Answer.js"

/** As Resend's documentation lists them. */
export type ResendErrorName =
  | "application_error"
  | "concurrent_idempotent_requests"
  | "invalid_api_key"
  | "invalid_attachment"
  | "invalid_idempotency_key"
  | "invalid_idempotent_request"
  | "invalid_parameter"
  | "method_not_allowed"
  | "missing_api_key"
  | "missing_required_field"
  | "monthly_quota_exceeded"
  | "not_found"
  | "rate_limit_exceeded"
  | "resource_locked"
  | "restricted_api_key"
  | "service_unavailable"
  | "suspended_api_key"
  | "validation_error"

export interface ResendError {
  readonly statusCode: number
  readonly name: ResendErrorName
  readonly message: string
}

type Kind = readonly [statusCode: number, name: ResendErrorName]

/** What fails before one of our operations is called, or what only this front refuses. */
export class Refused {
  readonly _tag = "ResendRefused"
  constructor(readonly error: ResendError) {}
}

export const refused = (statusCode: number, name: ResendErrorName, message: string): Refused =>
  new Refused({ statusCode, name, message })

const kinds: Readonly<Record<ErrorName, Kind>> = {
  ValidationFailed: [422, "validation_error"],
  ScopeExceedsCaller: [403, "restricted_api_key"],
  InvalidPeriod: [422, "validation_error"],
  SmtpConnectionFailed: [422, "validation_error"],
  NoReleaseServer: [422, "validation_error"],
  ReleaseFailed: [422, "validation_error"],
  InvalidApiKey: [403, "invalid_api_key"],
  InsufficientScope: [401, "restricted_api_key"],
  SendingPaused: [403, "suspended_api_key"],
  FeedbackCallRefused: [422, "validation_error"],
  NotFound: [404, "not_found"],
  NoSmtpConfig: [404, "not_found"],
  MethodNotAllowed: [405, "method_not_allowed"],
  TenantExists: [403, "validation_error"],
  DomainExists: [403, "validation_error"],
  TemplateExists: [403, "validation_error"],
  TopicExists: [403, "validation_error"],
  NotCancellable: [409, "resource_locked"],
  ContentRemoved: [404, "not_found"],
  PayloadTooLarge: [413, "validation_error"],
  RateLimited: [429, "rate_limit_exceeded"],
  MonthlyLimitExceeded: [429, "monthly_quota_exceeded"],
  InternalError: [500, "application_error"],
  StorageError: [503, "service_unavailable"],
  ApiKeysBusy: [503, "service_unavailable"],
  DkimKeysBusy: [503, "service_unavailable"],
  CompilerBusy: [503, "service_unavailable"],
  WebhookTestsBusy: [503, "service_unavailable"],
  EventStreamsBusy: [503, "service_unavailable"],
  FeedbackCallsBusy: [503, "service_unavailable"],
  LargeBodiesBusy: [503, "service_unavailable"]
}

type Details = Readonly<Record<string, ReadonlyArray<string>>>

const paragraphOf = (details: Details): string => {
  const sentences = Object.entries(details).flatMap(([path, reasons]) =>
    reasons.map((reason) => `${path} ${reason}`)
  )
  const shown = sentences.slice(0, 10).map((text) => (/[.?!]$/.test(text) ? text : `${text}.`))
  const more = sentences.length - shown.length
  return [...shown, ...(more > 0 ? [`There are ${String(more)} more problems.`] : [])].join(" ")
}

const kindOfDetails = (details: Details): Kind => {
  const paths = Object.keys(details)
  const all = Object.values(details).flat()
  if (paths.every((path) => path === "header.idempotency-key"))
    return [400, "invalid_idempotency_key"]
  if (paths.every((path) => path.startsWith("attachments"))) return [422, "invalid_attachment"]
  if (all.every((reason) => /^(?:is missing|is required)/.test(reason)))
    return [422, "missing_required_field"]
  return paths.every((path) => path === "from") && all.some((reason) => reason.includes("domain"))
    ? [403, "validation_error"]
    : kinds.ValidationFailed
}

/** Without any value of the request, as our own. */
export const resendErrorOf = (error: OperationError): ResendError => {
  if (error._tag === "ValidationFailed") {
    const [statusCode, name] = kindOfDetails(error.details)
    return { statusCode, name, message: paragraphOf(error.details) }
  }
  const [statusCode, name] = kinds[error._tag]
  const { sentence } = errorRow(error._tag)
  return { statusCode, name, message: sentence?.(error) ?? error.message }
}

export const refusedAnswer = (
  error: ResendError,
  headers?: Readonly<Record<string, string>>
): Answer => jsonAnswer(error.statusCode, error, headers)

export const resendErrorAnswer = (error: OperationError): Answer => {
  const headers = Object.entries(errorRow(error._tag).headers ?? {}).map(
    ([name, { value }]) => [name, value(error)] as const
  )
  return refusedAnswer(resendErrorOf(error), Object.fromEntries(headers))
}
