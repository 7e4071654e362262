import { InvalidPeriod } from "../Analytics/index.js"
import {
  ApiKeysBusy,
  InsufficientScope,
  InvalidApiKey,
  RateLimited,
  ScopeExceedsCaller
} from "../ApiKeys/index.js"
import { DkimKeysBusy, DomainExists } from "../Domains/index.js"
import { ContentRemoved, MonthlyLimitExceeded, NotCancellable } from "../Emails/index.js"
import { EventStreamsBusy } from "../Events/index.js"
import { FeedbackCallRefused, FeedbackCallsBusy } from "../FeedbackSources/index.js"
import { NoReleaseServer, ReleaseFailed } from "../Inbox/index.js"
import { SendingPaused } from "../Reputation/index.js"
import { NoSmtpConfig, SmtpConnectionFailed } from "../SmtpConfigs/index.js"
import { CompilerBusy, TemplateExists } from "../Templates/index.js"
import { TopicExists } from "../Topics/index.js"
import { ValidationFailed } from "../Validation/index.js"
import { WebhookTestsBusy } from "../WebhookEndpoints/index.js"
import type { ErrorDescription } from "../defineError.js"
import {
  InternalError,
  LargeBodiesBusy,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  StorageError,
  TenantExists
} from "./errors.js"

/**
 * Every error that can reach the wire, by its tag: each class says itself with which status, body
 * and headers.
 */
export const errorTable = {
  ValidationFailed,
  ScopeExceedsCaller,
  InvalidPeriod,
  SmtpConnectionFailed,
  NoReleaseServer,
  ReleaseFailed,
  InvalidApiKey,
  InsufficientScope,
  SendingPaused,
  FeedbackCallRefused,
  NotFound,
  NoSmtpConfig,
  MethodNotAllowed,
  TenantExists,
  DomainExists,
  TemplateExists,
  TopicExists,
  NotCancellable,
  ContentRemoved,
  PayloadTooLarge,
  RateLimited,
  MonthlyLimitExceeded,
  InternalError,
  StorageError,
  ApiKeysBusy,
  DkimKeysBusy,
  CompilerBusy,
  WebhookTestsBusy,
  EventStreamsBusy,
  FeedbackCallsBusy,
  LargeBodiesBusy
} as const

/** The tag of an error in the table. */
export type ErrorName = keyof typeof errorTable

/** Every error that an operation may fail with. */
export type OperationError = InstanceType<(typeof errorTable)[ErrorName]>

/** The row of that error, typed without its class. */
export const errorRow = (name: ErrorName): ErrorDescription<Error> =>
  errorTable[name] as unknown as ErrorDescription<Error>
