/** What an error tells beside its class; the members are those of `TelemarkError`. */
export interface ErrorFacts<Details = unknown> {
  /** Instead of the sentence that the class has of its own. */
  readonly message?: string | undefined
  readonly status?: number | undefined
  readonly details: Details
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** Why a call failed: the class of every other error here. No error has the API key in it, nor anything of what was sent. */
export abstract class TelemarkError<Details = unknown> extends Error {
  /** The name of the class. */
  abstract readonly _tag: string
  /** What the service calls it: the `error` of its answer, such as `not_found`. */
  abstract readonly code: string
  /** Of the answer; undefined if there was none. */
  readonly status: number | undefined
  /** What the service says beside the code. */
  readonly details: Details
  /** By which the service's log finds the request. */
  readonly requestId: string | undefined
  /** When the same call may succeed, if the service said so. */
  readonly retryAfterSeconds: number | undefined

  constructor({ details, message, requestId, retryAfterSeconds, status }: ErrorFacts<Details>, sentence: string) {
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
