import type { IncomingMessage } from "node:http"
import { ValidationFailed } from "@telemark/core"
import { Effect } from "effect"
import { PayloadTooLarge } from "../Errors/index.js"
import { announcesTooMuch, type Body, largestBody } from "../Requests/index.js"

/** A request as Node or Express hands it over: a body parser may have been there first. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
  readonly baseUrl?: string
  readonly originalUrl?: string
}

const unread = ValidationFailed.at("body", "did not arrive whole")

/** Most bodies arrive in one piece, which needn't be copied. */
const concat = ([first, ...rest]: ReadonlyArray<Buffer>): Buffer =>
  first !== undefined && rest.length === 0 ? first : Buffer.concat(first === undefined ? [] : [first, ...rest])

/**
 * Collects the body. What comes beyond the limit is thrown away but still read: a client that is busy
 * sending doesn't look for an answer.
 */
const collect = (request: NodeRequest): Effect.Effect<Body, PayloadTooLarge | ValidationFailed> =>
  Effect.async((resume) => {
    const chunks: Array<Buffer> = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= largestBody) return void chunks.push(chunk)
      chunks.length = 0
      resume(new PayloadTooLarge())
    })
    request.on("end", () => resume(Effect.succeed({ _tag: "Octets", octets: concat(chunks) })))
    request.on("error", () => resume(unread))
    request.on("close", () => resume(unread))
  })

const encoder = new TextEncoder()

const parsedBy = (body: unknown): Body =>
  typeof body === "string"
    ? { _tag: "Octets", octets: encoder.encode(body) }
    : body instanceof Uint8Array
    ? { _tag: "Octets", octets: body }
    : { _tag: "Parsed", value: body }

/**
 * The body of a request. Where the host's body parser has spent the stream, waiting for it would never
 * end: what the parser made of it is taken instead.
 */
export const nodeBody = (request: NodeRequest): Effect.Effect<Body, PayloadTooLarge | ValidationFailed> =>
  Effect.suspend(() => {
    if (announcesTooMuch(request.headers["content-length"])) return new PayloadTooLarge()
    if (!request.readableEnded && !request.destroyed) return collect(request)
    return request.body === undefined ? unread : Effect.succeed(parsedBy(request.body))
  })
