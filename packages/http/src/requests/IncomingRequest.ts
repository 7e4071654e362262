import type {
  LargeBodiesBusy,
  PayloadTooLarge,
  RateLimitStatus,
  ValidationFailed
} from "@telemark/contract"
import type { Effect } from "effect"
import { requestIdOf } from "./requestId.js"

/** A body from a host: its octets, or the value that the host has already parsed. */
export type Body =
  | { readonly _tag: "Octets"; readonly octets: Uint8Array }
  | { readonly _tag: "Parsed"; readonly value: unknown }

export type Unreadable = PayloadTooLarge | ValidationFailed | LargeBodiesBusy

/**
 * The largest body to read, in octets. `reserveMemory` reserves memory before more than a small
 * part is read.
 */
export interface BodyBounds {
  readonly max: number
  readonly reserveMemory: (octets: number) => Effect.Effect<void, LargeBodiesBusy>
}

export type ReadBody = (bounds: BodyBounds) => Effect.Effect<Body, Unreadable>

export interface RequestParts {
  readonly method: string
  /** Path and query below the mount. */
  readonly url: string
  /** A header's value, by lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly body: ReadBody
  /** What the host was called with: Node's request, or that of fetch. */
  readonly received: unknown
  /** Path and query as the host received them, above the mount. */
  readonly fullUrl: () => string
  /** Whether the connection that ends here is encrypted. */
  readonly isEncrypted: () => boolean
  /** Succeeds once the client has hung up, and waits until then. */
  readonly gone: Effect.Effect<void>
}

export class IncomingRequest {
  readonly requestId: string
  /** The path template of its operation. */
  route: string | undefined
  tenantId: string | undefined
  /** The state of the key's rate limit, once this request was counted. */
  rateLimit: RateLimitStatus | undefined
  /** Releases the memory reserved for the body; call it once the request is answered. */
  releaseMemory: () => void = () => undefined

  constructor(readonly parts: RequestParts) {
    this.requestId = requestIdOf(parts.header("x-request-id"))
  }
}
