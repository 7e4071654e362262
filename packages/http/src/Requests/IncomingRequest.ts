import { parseHeader } from "@effect/platform/Cookies"
import type { Headers } from "@effect/platform/Headers"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import { RequestError } from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { MultipartError } from "@effect/platform/Multipart"
import type { RateLimitStatus, ValidationFailed } from "@telemark/core"
import { type Effect, Inspectable, Option, Stream } from "effect"
import type { LargeBodiesBusy, PayloadTooLarge } from "../Errors/index.js"
import { requestIdOf } from "./requestId.js"

/** A body as a host hands it over: its octets, or the value that the host has parsed it into already. */
export type Body =
  | { readonly _tag: "Octets"; readonly octets: Uint8Array }
  | { readonly _tag: "Parsed"; readonly value: unknown }

/** Why a body can't be read. */
export type Unreadable = PayloadTooLarge | ValidationFailed | LargeBodiesBusy

/** How much of a body is read, in octets, and who is asked for room before more than a little of it is. */
export interface BodyBounds {
  readonly most: number
  readonly takeRoom: (octets: number) => Effect.Effect<void, LargeBodiesBusy>
}

/** Reads a body, once, as far as its bounds allow. */
export type ReadBody = (bounds: BodyBounds) => Effect.Effect<Body, Unreadable>

export interface RequestParts {
  /** What the host gave us. */
  readonly source: object
  readonly method: string
  /** Path and query as below our mount. */
  readonly url: string
  readonly headers: Headers
  readonly body: ReadBody
  /** Succeeds once the client has hung up; until then it waits. */
  readonly gone: Effect.Effect<void>
}

/**
 * A request of any host, and what we learn on the way to its answer. Bodies are read by `readJson` alone,
 * which knows the limit: the platform's own accessors fail.
 */
export class IncomingRequest extends Inspectable.Class implements HttpServerRequest.HttpServerRequest {
  readonly [HttpServerRequest.TypeId]: HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly requestId: string
  /** The template of the matched path, once the key is being checked. */
  route: string | undefined
  /** Whose key it has, once that was checked. */
  tenantId: string | undefined
  /** What is left of the key's limit, once this request was counted. */
  rateLimit: RateLimitStatus | undefined
  /** The handler is through: whatever fails now is our fault. */
  isHandled = false
  /** Gives back the room that the body was granted; to be called once the request is answered. */
  giveBackRoom: () => void = () => undefined

  constructor(readonly parts: RequestParts) {
    super()
    this.requestId = requestIdOf(parts.headers["x-request-id"])
  }

  get source(): unknown {
    return this.parts.source
  }
  get method(): HttpMethod {
    return this.parts.method as HttpMethod
  }
  get url(): string {
    return this.parts.url
  }
  get originalUrl(): string {
    return this.parts.url
  }
  get headers(): Headers {
    return this.parts.headers
  }
  get remoteAddress(): Option.Option<string> {
    return Option.none()
  }
  get cookies(): Readonly<Record<string, string>> {
    return parseHeader(this.headers["cookie"] ?? "")
  }

  private get unread(): RequestError {
    return new RequestError({ request: this, reason: "Decode", description: "Bodies are read by readJson" })
  }
  get json(): Effect.Effect<never, RequestError> {
    return this.unread
  }
  get text(): Effect.Effect<never, RequestError> {
    return this.unread
  }
  get urlParamsBody(): Effect.Effect<never, RequestError> {
    return this.unread
  }
  get arrayBuffer(): Effect.Effect<never, RequestError> {
    return this.unread
  }
  get upgrade(): Effect.Effect<never, RequestError> {
    return this.unread
  }
  get stream(): Stream.Stream<never, RequestError> {
    return Stream.fail(this.unread)
  }
  get multipart(): Effect.Effect<never, MultipartError> {
    return new MultipartError({ reason: "InternalError", cause: this.unread })
  }
  get multipartStream(): Stream.Stream<never, MultipartError> {
    return Stream.fail(new MultipartError({ reason: "InternalError", cause: this.unread }))
  }

  modify(options: { readonly url?: string; readonly headers?: Headers }): IncomingRequest {
    return new IncomingRequest({ ...this.parts, ...options })
  }
  toJSON(): unknown {
    return { _id: "@telemark/http/IncomingRequest", method: this.method, route: this.route, requestId: this.requestId }
  }
}

/** The request as the hosts made it. */
export const incoming = (request: HttpServerRequest.HttpServerRequest): IncomingRequest => {
  if (request instanceof IncomingRequest) return request
  throw new TypeError("The request doesn't come from nodeHandler or webHandler.")
}
