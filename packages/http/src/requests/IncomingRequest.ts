import {
  type LargeBodiesBusy,
  type PayloadTooLarge,
  type RateLimitStatus,
  ValidationFailed
} from "@telemark/contract"
import { Cause, Effect } from "effect"
import { Buffer } from "node:buffer"

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

/** Bodies of up to this many octets are read without reserving memory. */
export const smallBody = 256 * 1024

/** The value of `Content-Length` in octets (RFC 9110 8.6), or undefined, as for a chunked body. */
export const announcedLength = (contentLength: string | null | undefined): number | undefined =>
  /^\d+$/.test(contentLength ?? "") ? Number(contentLength) : undefined

/** The error for a body that broke off or was already read by other code. */
export const unread = ValidationFailed.at("body", "did not arrive completely")

/** How long the rest of a refused body is read and discarded, in milliseconds. */
export const drainMillis = 10_000

/** Concatenates chunks. Most bodies arrive in one chunk, which isn't copied. */
export const joined = ([first, ...rest]: ReadonlyArray<Uint8Array>): Uint8Array =>
  first !== undefined && rest.length === 0
    ? first
    : Buffer.concat(first === undefined ? [] : [first, ...rest])

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

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/

/** The caller's request id if it is a token of at most 128 characters, otherwise a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && token.test(given) ? given : globalThis.crypto.randomUUID()

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

/**
 * The token of `Authorization: Bearer …` (RFC 6750 2.1; scheme in any case, RFC 9110 11.1). Effect's
 * reader doesn't check the scheme.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)[\t ]*$/i.exec(authorization ?? "")?.[1]

const clientGone = Symbol("the client has hung up")

/**
 * Whether a request was stopped because its client has gone: nothing is wrong, and no answer is
 * needed.
 */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect === clientGone)

/**
 * Stops work when the client hangs up. For expensive work without effects: useless compilations
 * would delay their tenant's next save.
 */
export const whileConnected = <A, E, R>(
  request: IncomingRequest,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, Effect.andThen(request.parts.gone, Effect.die(clientGone)))
