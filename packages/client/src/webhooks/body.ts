import type { WebhookEvent } from "../generated/types.js"
import { isJsonObject } from "../json.js"
import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** A body as received. */
export type RawBody = string | Uint8Array | ArrayBuffer

const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]"

/** By tag: test runners and sandboxes pass objects of other realms. */
export const bytesOfBody = (body: unknown): Uint8Array => {
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (isBuffer(body)) return new Uint8Array(body)
  throw new WebhookVerificationFailed(
    "malformed_body",
    "The body must be exactly the received bytes, as a string, Uint8Array or ArrayBuffer, not the result of a parser. With Express, " +
      'use express.raw({ type: "application/json" }) on this route, before any express.json(), and pass request.body; with a Request of Fetch, pass await request.text().'
  )
}

// Unknown types are accepted: an endpoint receives only the types that it was created for.
const isEvent = (value: unknown): value is WebhookEvent =>
  isJsonObject(value) &&
  typeof value["id"] === "string" &&
  typeof value["type"] === "string" &&
  typeof value["created_at"] === "string" &&
  isJsonObject(value["data"])

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export const eventOf = (bytes: Uint8Array): WebhookEvent => {
  const event = parse(bytes)
  if (isEvent(event)) return event
  throw new WebhookVerificationFailed(
    "malformed_body",
    "The signature is valid, but the body is not an event: something else signs with this endpoint's secret."
  )
}
