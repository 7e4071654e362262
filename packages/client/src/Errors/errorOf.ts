import { isJsonObject, type JsonObject } from "../Json/index.js"
import { refusals } from "./refusals.js"
import { type ErrorFacts, TelemarkError } from "./TelemarkError.js"

/** The service refused with a code that this version of the client doesn't know. */
export class UnknownError extends TelemarkError {
  readonly _tag = "UnknownError"

  constructor(readonly code: string, facts: ErrorFacts) {
    super(facts, `The service refused with an error that this client doesn't know: ${code}`)
  }
}

/** Every error that an answer of the service can stand for. */
export type Refusal = InstanceType<(typeof refusals)[keyof typeof refusals]> | UnknownError

/** The codes that have a class of their own. */
export const knownCodes: ReadonlyArray<string> = Object.keys(refusals)

const listsOf = (details: JsonObject): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(Object.entries(details).map(([path, reasons]) => [path, Array.isArray(reasons) ? reasons.map(String) : [String(reasons)]]))

// What the details hold is the service's word: its contract is what the types say.
const classOf = (code: string) => (Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined) as (new(facts: ErrorFacts<object>) => Refusal) | undefined

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
  const known = classOf(code)
  if (known === undefined) return new UnknownError(code, { ...facts, details })
  const given = isJsonObject(details) ? details : {}
  return new known({ ...facts, details: code === "Validation failed" ? listsOf(given) : given })
}
