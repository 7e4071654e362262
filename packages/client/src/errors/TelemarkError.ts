export interface ErrorFacts<Details = unknown> {
  /** Instead of the class's own. */
  readonly message?: string | undefined
  readonly status?: number | undefined
  readonly details: Details
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** Base class of all errors of this client. None contains the API key or anything that was sent. */
export abstract class TelemarkError<Details = unknown> extends Error {
  abstract readonly _tag: string
  /** `error` of the service's answer, such as `not_found`. */
  abstract readonly code: string
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** `details` of the service's answer. */
  readonly details: Details
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined
  /** When the same call may succeed, if the service said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    { details, message, requestId, retryAfterSeconds, status }: ErrorFacts<Details>,
    sentence: string
  ) {
    super(message ?? sentence)
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  override get name(): string {
    return this._tag
  }
}

/** Reasons by dotted path, such as `to.3`, `query.limit` or `body`. */
export type ValidationDetails = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * The request breaks a documented rule; nothing was stored or sent. `details` contains the reasons,
 * never a value.
 */
export class ValidationFailed extends TelemarkError<ValidationDetails> {
  static readonly code = "Validation failed"
  readonly _tag = "ValidationFailed"
  readonly code = ValidationFailed.code

  constructor(facts: ErrorFacts<ValidationDetails>) {
    const parts = Object.entries(facts.details).map(
      ([path, reasons]) => `${path} ${reasons.join(", ")}`
    )
    super(facts, `Validation failed: ${parts.join("; ")}`)
  }
}

interface FailureFacts {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** The service couldn't be reached, or the connection broke. The request's outcome is unknown. */
export class ConnectionFailed extends TelemarkError<undefined> {
  readonly _tag = "ConnectionFailed"
  readonly code = "connection_failed"

  constructor(reason: string, facts: FailureFacts = {}) {
    super({ ...facts, details: undefined }, `The service gave no complete answer: ${reason}`)
  }
}

/** No complete answer came within `timeoutMillis`. The request's outcome is unknown. */
export class TimedOut extends TelemarkError<undefined> {
  readonly _tag = "TimedOut"
  readonly code = "timed_out"

  constructor(millis: number, facts: FailureFacts = {}) {
    super(
      { ...facts, details: undefined },
      `The service gave no complete answer within ${String(millis)} ms (timeoutMillis).`
    )
  }
}

/**
 * The answer isn't Telemark's, whatever its status: usually a proxy's, or the base URL is wrong.
 */
export class UnexpectedAnswer extends TelemarkError<undefined> {
  readonly _tag = "UnexpectedAnswer"
  readonly code = "unexpected_answer"

  constructor(reason: string, facts: FailureFacts = {}) {
    super({ ...facts, details: undefined }, reason)
  }
}

/** The options of a client or a call are invalid. The message never repeats them. */
export class InvalidOptions extends TelemarkError<undefined> {
  readonly _tag = "InvalidOptions"
  readonly code = "invalid_options"

  constructor(reason: string) {
    super({ details: undefined }, reason)
  }
}

/** Answers of the service have a message; this one stands in for it otherwise. */
export const refusal = <const Tag extends string, const Code extends string>(
  tag: Tag,
  code: Code
) =>
  class<Details = unknown> extends TelemarkError<Details> {
    /** The `error` of the service's answer. */
    static readonly code = code
    readonly _tag = tag
    readonly code = code

    constructor(facts: ErrorFacts<Details>) {
      super(facts, `The service refused the request: ${code}`)
    }
  }
