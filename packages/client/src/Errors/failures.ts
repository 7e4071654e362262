import { TelemarkError } from "./TelemarkError.js"

interface FailureFacts {
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** The service could not be reached, or the connection broke before its answer was whole. What became of the request can't be told. */
export class ConnectionFailed extends TelemarkError<undefined> {
  readonly _tag = "ConnectionFailed"
  readonly code = "connection_failed"

  constructor(reason: string, facts: FailureFacts = {}) {
    super({ ...facts, details: undefined }, `No whole answer came from the service: ${reason}`)
  }
}

/** No whole answer came within `timeoutMillis`. What became of the request can't be told. */
export class TimedOut extends TelemarkError<undefined> {
  readonly _tag = "TimedOut"
  readonly code = "timed_out"

  constructor(millis: number, facts: FailureFacts = {}) {
    super({ ...facts, details: undefined }, `No whole answer came from the service within ${String(millis)} ms (timeoutMillis).`)
  }
}

/** What answered isn't Telemark, whatever status it gave: mostly a proxy on the way, or a base URL that is wrong. */
export class UnexpectedAnswer extends TelemarkError<undefined> {
  readonly _tag = "UnexpectedAnswer"
  readonly code = "unexpected_answer"

  constructor(reason: string, facts: FailureFacts = {}) {
    super({ ...facts, details: undefined }, reason)
  }
}

/** A client or a call was given options that can't be used. The message never repeats them. */
export class InvalidOptions extends TelemarkError<undefined> {
  readonly _tag = "InvalidOptions"
  readonly code = "invalid_options"

  constructor(reason: string) {
    super({ details: undefined }, reason)
  }
}
