import { TelemarkError } from "./TelemarkError.js"

interface FailureFacts {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/**
 * The service couldn't be reached, or the connection broke before the answer was complete. The
 * request's outcome is unknown.
 */
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
