import { refusals } from "../generated/refusals.js"
import { isJsonObject, type JsonObject } from "../json.js"
import {
  type ConnectionFailed,
  type ErrorFacts,
  type InvalidOptions,
  TelemarkError,
  type TimedOut,
  type UnexpectedAnswer,
  ValidationFailed
} from "./TelemarkError.js"

/** The service refused with a code that this version of the client doesn't know. */
export class UnknownError extends TelemarkError {
  readonly _tag = "UnknownError"

  constructor(
    readonly code: string,
    facts: ErrorFacts
  ) {
    super(facts, `The service refused with an error that this client doesn't know: ${code}`)
  }
}

/** Every error that the service may answer with. */
export type Refusal = InstanceType<(typeof refusals)[number]> | ValidationFailed | UnknownError

/** Every error of a call. Distinguish them by `_tag`. */
export type TelemarkFailure =
  | Refusal
  | ConnectionFailed
  | TimedOut
  | UnexpectedAnswer
  | InvalidOptions

// The service's contract guarantees that details match the types.
const classes = new Map(
  [ValidationFailed, ...refusals].map((one) => [
    one.code as string,
    one as new (facts: ErrorFacts) => Refusal
  ])
)

export const knownCodes: ReadonlyArray<string> = [...classes.keys()]

const listsOf = (details: JsonObject): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(details).map(([path, reasons]) => [
      path,
      Array.isArray(reasons) ? reasons.map(String) : [String(reasons)]
    ])
  )

interface Around {
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Undefined if the body isn't an error of the service. */
export const errorOf = (body: unknown, around: Around): Refusal | undefined => {
  if (!isJsonObject(body)) return undefined
  const { details, error: code, message } = body
  if (typeof code !== "string") return undefined
  const facts = { ...around, message: typeof message === "string" ? message : undefined }
  const known = classes.get(code)
  if (known === undefined) return new UnknownError(code, { ...facts, details })
  const given = isJsonObject(details) ? details : {}
  return new known({ ...facts, details: code === ValidationFailed.code ? listsOf(given) : given })
}
