export interface ErrorFacts<Details = unknown> {
  /** Replaces the default message of the class. */
  readonly message?: string | undefined
  readonly status?: number | undefined
  readonly details: Details
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** Base class of all errors of this client. None contains the API key or anything that was sent. */
export abstract class TelemarkError<Details = unknown> extends Error {
  abstract readonly _tag: string
  /** The `error` of the service's answer, such as `not_found`. */
  abstract readonly code: string
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** The `details` of the service's answer. */
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
