import { ValidationFailed } from "../errors/TelemarkError.js"
import type { Call } from "./Call.js"
import type { Service } from "./options.js"

export interface Prepared<A> {
  readonly call: Call<A>
  readonly service: Service
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
  /** The same for all attempts, so that logs can correlate them. */
  readonly requestId: string
}

const refused = (path: string, reason: string) =>
  new ValidationFailed({ details: { [path]: [reason] } })

// JavaScript callers may pass undefined, and "undefined" must not be looked up as an address.
const encodeSegment = (segment: unknown): string => {
  const text = typeof segment === "string" || Number.isInteger(segment) ? String(segment) : ""
  // A URL drops these segments: the request would go to another path.
  if (text === "" || text === "." || text === "..")
    throw refused("path", "must not be empty, nor . or ..")
  try {
    return encodeURIComponent(text)
  } catch {
    throw refused("path", "must not contain half of a surrogate pair")
  }
}

// The service refuses what is neither text nor a number.
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value)

const encodeQuery = (query: object): string => {
  const given = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [[name, textOf(value)]]
  )
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`
}

const encodeBody = ({
  body,
  bodyType,
  encode
}: Pick<Call<never>, "body" | "bodyType" | "encode">): Prepared<never>["body"] => {
  if (body === undefined) return undefined
  if (bodyType !== undefined) return body as string | Uint8Array<ArrayBuffer>
  try {
    return JSON.stringify(encode(body))
  } catch {
    throw refused("body", "must be valid for JSON: no BigInt, and nothing that contains itself")
  }
}

const checkKey = (key: string): string => {
  if (/^[!-~](?:[ -~]{0,253}[!-~])?$/.test(key)) return key
  throw refused(
    "header.idempotency-key",
    "must be 1 to 255 characters of ASCII, without white space around them"
  )
}

/** 128 bits in hexadecimal. Not `randomUUID`, which browsers have only in secure contexts. */
const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/** Throws `ValidationFailed` if the request can't be sent. */
export const prepare = <A>(service: Service, call: Call<A>): Prepared<A> => {
  const requestId = randomText()
  const query = encodeQuery(call.query)
  const key = call.idempotencyKey ?? (call.repeat === "keyed" ? randomText() : undefined)
  return {
    call,
    service,
    requestId,
    url: `${service.baseUrl}/${call.path.map(encodeSegment).join("/")}${query}`,
    body: encodeBody(call),
    headers: {
      accept: call.accept ?? "application/json",
      ...(service.apiKey === null ? {} : { authorization: `Bearer ${service.apiKey}` }),
      "x-request-id": requestId,
      // Refuses unknown parameters: a misspelt filter would return everything.
      ...(query === "" ? {} : { prefer: "handling=strict" }),
      ...(call.body === undefined ? {} : { "content-type": call.bodyType ?? "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": checkKey(key) })
    }
  }
}
