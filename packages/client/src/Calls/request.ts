import { ValidationFailed } from "../Errors/index.js"
import type { Call } from "./Call.js"
import type { Service } from "./options.js"

/** A request that is ready to be made, once or several times. */
export interface Prepared<A> {
  readonly call: Call<A>
  readonly service: Service
  /** Whole, with its query. */
  readonly url: string
  /** Names in lower case. The API key and the Idempotency-Key are among them. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string | undefined
  /** Sent with each attempt, so that logs show what belongs together. */
  readonly requestId: string
}

const refused = (path: string, reason: string) => new ValidationFailed({ details: { [path]: [reason] } })

// Unknown: what JavaScript leaves undefined would be asked for by that name, and "undefined" is no suppressed address.
const encodeSegment = (segment: unknown): string => {
  const text = typeof segment === "string" || Number.isInteger(segment) ? String(segment) : ""
  // Of these a URL would leave nothing: the request would go to another path.
  if (text === "" || text === "." || text === "..") throw refused("path", "must not be empty, nor . or ..")
  try {
    return encodeURIComponent(text)
  } catch {
    throw refused("path", "must not contain half of a surrogate pair")
  }
}

// What is neither text nor a number is left for the service to refuse.
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const encodeQuery = (query: object): string => {
  const given = Object.entries(query).flatMap(([name, value]: [string, unknown]) => value === undefined ? [] : [[name, textOf(value)]])
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`
}

const encodeBody = ({ body, encode }: Pick<Call<never>, "body" | "encode">): string | undefined => {
  if (body === undefined) return undefined
  try {
    return JSON.stringify(encode(body))
  } catch {
    throw refused("body", "must be what JSON can hold: no BigInt, and nothing that contains itself")
  }
}

const checkKey = (key: string): string => {
  if (/^[!-~](?:[ -~]{0,253}[!-~])?$/.test(key)) return key
  throw refused("header.idempotency-key", "must be 1 to 255 characters of ASCII, without white space around them")
}

/** 128 bits in hexadecimal. Not `randomUUID`: browsers have that in secure contexts alone. */
const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Makes a call into a request. Throws `ValidationFailed` for what can't be sent. */
export const prepare = <A>(service: Service, call: Call<A>): Prepared<A> => {
  const requestId = randomText()
  const key = call.idempotencyKey ?? (call.repeat === "keyed" ? randomText() : undefined)
  return {
    call,
    service,
    requestId,
    url: `${service.baseUrl}/${call.path.map(encodeSegment).join("/")}${encodeQuery(call.query)}`,
    body: encodeBody(call),
    headers: {
      accept: "application/json",
      authorization: `Bearer ${service.apiKey}`,
      "x-request-id": requestId,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": checkKey(key) })
    }
  }
}
