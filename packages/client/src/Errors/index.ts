import type { Refusal } from "./errorOf.js"
import type { ConnectionFailed, InvalidOptions, TimedOut, UnexpectedAnswer } from "./failures.js"

export { errorOf, knownCodes, type Refusal, UnknownError } from "./errorOf.js"
export { ConnectionFailed, InvalidOptions, TimedOut, UnexpectedAnswer } from "./failures.js"
export { type ErrorFacts, TelemarkError } from "./TelemarkError.js"
export { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"

/** Every error of a call. Distinguish them by `_tag`. */
export type TelemarkFailure =
  | Refusal
  | ConnectionFailed
  | TimedOut
  | UnexpectedAnswer
  | InvalidOptions
