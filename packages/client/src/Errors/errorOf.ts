import { isJsonObject } from "../Json/index.js"
import {
  DomainExists, InsufficientScope, InternalError, InvalidApiKey, InvalidPeriod, MethodNotAllowed, MonthlyLimitExceeded, NoSmtpConfig,
  NotCancellable, NotFound, PayloadTooLarge, RateLimited, ScopeExceedsCaller, ServiceUnavailable, SmtpConnectionFailed, TemplateExists,
  UnknownError, ValidationFailed
} from "./refusals.js"
import type { ErrorFacts } from "./TelemarkError.js"

/** Every error that an answer of the service can stand for. */
export type Refusal =
  | DomainExists
  | InsufficientScope
  | InternalError
  | InvalidApiKey
  | InvalidPeriod
  | MethodNotAllowed
  | MonthlyLimitExceeded
  | NoSmtpConfig
  | NotCancellable
  | NotFound
  | PayloadTooLarge
  | RateLimited
  | ScopeExceedsCaller
  | ServiceUnavailable
  | SmtpConnectionFailed
  | TemplateExists
  | UnknownError
  | ValidationFailed

const listsOf = (value: unknown): Readonly<Record<string, ReadonlyArray<string>>> =>
  !isJsonObject(value) ? {} : Object.fromEntries(Object.entries(value).map(([path, reasons]) =>
    [path, Array.isArray(reasons) ? reasons.map(String) : [String(reasons)]]))

type Make = (facts: ErrorFacts<never>) => Refusal

// What the details hold is the service's word: its contract is what the types say.
const classes: Readonly<Record<string, Make>> = {
  "Validation failed": (facts) => new ValidationFailed({ ...facts, details: listsOf(facts.details) }),
  scope_exceeds_caller: (facts) => new ScopeExceedsCaller(facts),
  "period must be one of 24h, 7d, 30d, 90d": (facts) => new InvalidPeriod(facts),
  smtp_connection_failed: (facts) => new SmtpConnectionFailed(facts),
  "Invalid API key": (facts) => new InvalidApiKey(facts),
  "Insufficient scope": (facts) => new InsufficientScope(facts),
  not_found: (facts) => new NotFound(facts),
  no_smtp_config: (facts) => new NoSmtpConfig(facts),
  "Method not allowed": (facts) => new MethodNotAllowed(facts),
  domain_exists: (facts) => new DomainExists(facts),
  template_exists: (facts) => new TemplateExists(facts),
  not_cancellable: (facts) => new NotCancellable(facts),
  "Payload too large": (facts) => new PayloadTooLarge(facts),
  "Rate limit exceeded": (facts) => new RateLimited(facts),
  "Monthly email limit exceeded": (facts) => new MonthlyLimitExceeded(facts),
  "Internal error": (facts) => new InternalError(facts),
  "Service unavailable": (facts) => new ServiceUnavailable(facts)
}

/** The codes that have a class of their own. */
export const knownCodes: ReadonlyArray<string> = Object.keys(classes)

interface Around {
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** The error that a body stands for; undefined if it is none of the service's. */
export const errorOf = (body: unknown, around: Around): Refusal | undefined => {
  if (!isJsonObject(body)) return undefined
  const { details, error: code, message } = body
  if (typeof code !== "string") return undefined
  const facts = { ...around, message: typeof message === "string" ? message : undefined }
  const make = Object.hasOwn(classes, code) ? classes[code] : undefined
  if (make === undefined) return new UnknownError(code, { ...facts, details })
  return make({ ...facts, details: (isJsonObject(details) ? details : {}) as never })
}
