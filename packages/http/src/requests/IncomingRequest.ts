import {
  type LargeBodiesBusy,
  type OperationError,
  type PayloadTooLarge,
  type RateLimitStatus,
  ValidationFailed
} from "@telemark/contract"
import { Cause, Effect } from "effect"
import { Buffer } from "node:buffer"
import type { Answer } from "../Answer.js"

/** Octets, or what the host has already parsed. */
export type Body =
  | { readonly _tag: "Octets"; readonly octets: Uint8Array }
  | { readonly _tag: "Parsed"; readonly value: unknown }

export type Unreadable = PayloadTooLarge | ValidationFailed | LargeBodiesBusy

/** `max` is in octets. Memory is reserved before more than a small part is read. */
export interface BodyBounds {
  readonly max: number
  readonly reserveMemory: (octets: number) => Effect.Effect<void, LargeBodiesBusy>
}

export type ReadBody = (bounds: BodyBounds) => Effect.Effect<Body, Unreadable>

/** Octets that are read without reserving memory. */
export const smallBody = 256 * 1024

/** RFC 9110 8.6. Undefined for a chunked body. */
export const announcedLength = (contentLength: string | null | undefined): number | undefined =>
  /^\d+$/.test(contentLength ?? "") ? Number(contentLength) : undefined

/** The body broke off, or other code has read it. */
export const unread = ValidationFailed.at("body", "did not arrive completely")

/** How long the rest of a refused body is read and discarded. */
export const drainMillis = 10_000

/** Most bodies arrive in one chunk, which isn't copied. */
export const joined = ([first, ...rest]: ReadonlyArray<Uint8Array>): Uint8Array =>
  first !== undefined && rest.length === 0
    ? first
    : Buffer.concat(first === undefined ? [] : [first, ...rest])

export interface RequestParts {
  readonly method: string
  /** Path and query below the mount. */
  readonly url: string
  /** By name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: ReadBody
  /** Node's request, or that of fetch. */
  readonly received: unknown
  /** Path and query as the host received them, above the mount. */
  readonly fullUrl: () => string
  readonly isEncrypted: () => boolean
  /** Of whoever is connected; undefined if the host doesn't say. */
  readonly address: () => string | undefined
  /** Succeeds once the client has hung up. */
  readonly gone: Effect.Effect<void>
}

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/

/** The caller's id if it is a token of at most 128 characters. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && token.test(given) ? given : globalThis.crypto.randomUUID()

export class IncomingRequest {
  readonly requestId: string
  /** The path template. */
  route: string | undefined
  tenantId: string | undefined
  /** Once this request was counted. */
  rateLimit: RateLimitStatus | undefined
  /** How errors are answered, if otherwise than by our own interface. */
  refuse: ((error: OperationError) => Answer) | undefined
  /** Call it once the request is answered. */
  releaseMemory: () => void = () => undefined

  constructor(readonly parts: RequestParts) {
    this.requestId = requestIdOf(parts.header("x-request-id"))
  }
}

/**
 * RFC 6750 2.1, with the scheme in any case (RFC 9110 11.1). Effect's reader doesn't check the
 * scheme.
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*)[\t ]*$/i.exec(authorization ?? "")?.[1]

const clientGone = Symbol("the client has hung up")

/** Nothing is wrong, and no answer is needed. */
export const isStopped = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect === clientGone)

/**
 * Stops work when the client hangs up: a useless compilation would delay its tenant's next save.
 */
export const whileConnected = <A, E, R>(
  request: IncomingRequest,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, Effect.andThen(request.parts.gone, Effect.die(clientGone)))
