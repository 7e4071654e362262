import type { LargeBodiesBusy, PayloadTooLarge, RateLimitStatus, ValidationFailed } from "@telemark/contract"
import type { Effect } from "effect"
import { requestIdOf } from "./requestId.js"

/** A body as a host brings it: its octets, or the value that the host has parsed it into already. */
export type Body =
  | { readonly _tag: "Octets"; readonly octets: Uint8Array }
  | { readonly _tag: "Parsed"; readonly value: unknown }

/** Why a body can't be read. */
export type Unreadable = PayloadTooLarge | ValidationFailed | LargeBodiesBusy

/** How much of a body is read, in octets, and who is asked for room before more than a little of it is. */
export interface BodyBounds {
  readonly max: number
  readonly takeRoom: (octets: number) => Effect.Effect<void, LargeBodiesBusy>
}

/** Reads a body, once, as far as its bounds allow. */
export type ReadBody = (bounds: BodyBounds) => Effect.Effect<Body, Unreadable>

/** A request as its host brings it. */
export interface RequestParts {
  readonly method: string
  /** Path and query as below our mount. */
  readonly url: string
  /** A header's value, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: ReadBody
  /** Succeeds once the client has hung up; until then it waits. */
  readonly gone: Effect.Effect<void>
}

/** A request of any host, and what we learn on the way to its answer. */
export class IncomingRequest {
  readonly requestId: string
  /** The path of the operation that it asks for, as the interface states it. */
  route: string | undefined
  /** Whose key it has, once that was checked. */
  tenantId: string | undefined
  /** What is left of the key's limit, once this request was counted. */
  rateLimit: RateLimitStatus | undefined
  /** Gives back the room that the body was granted; to be called once the request is answered. */
  giveBackRoom: () => void = () => undefined

  constructor(readonly parts: RequestParts) {
    this.requestId = requestIdOf(parts.header("x-request-id"))
  }
}
