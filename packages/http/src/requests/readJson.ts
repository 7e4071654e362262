import { ValidationFailed } from "@telemark/contract"
import {
  Direct,
  parseJson,
  parseJsonRows,
  parseLargeJson,
  requireShallow,
  type Steps
} from "@telemark/core"
import { Effect } from "effect"
import { type Body, type IncomingRequest, smallBody, type Unreadable } from "./IncomingRequest.js"
import type { BodyMemory } from "./LargeBodies.js"

const wrongType = ValidationFailed.at("body", "must be sent with the content type application/json")

/** None, `application/json`, or a type with the suffix `+json` (RFC 6839 3.1). */
const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined ||
  /^application\/(?:[\w!#$&^.-]+\+)?json[\t ]*(?:;|$)/i.test(contentType)

type ParseLarge = typeof parseLargeJson

/** `parseLarge` parses what is too large for one go. */
const valueOf = (
  contentType: string | undefined,
  body: Body,
  parseLarge: ParseLarge
): Effect.Effect<unknown, ValidationFailed> => {
  if (!isJson(contentType)) return wrongType
  return body._tag === "Octets"
    ? parseJson(body.octets, parseLarge)
    : Effect.fromResult(requireShallow(body.value))
}

const isEmpty = (body: Body): boolean => body._tag === "Octets" && body.octets.length === 0

interface ReadOptions {
  /** Octets. */
  readonly max: number
  /** Whether a missing or empty body counts as an empty object. */
  readonly isOptional: boolean
  /** Reserved until the request is answered. */
  readonly memory: BodyMemory
  /** Of a large body, what is parsed instead. */
  readonly rewrite?: ((octets: Uint8Array) => Steps<Uint8Array>) | undefined
}

export const readBodyOf = (
  request: IncomingRequest,
  { max, memory }: Omit<ReadOptions, "isOptional" | "rewrite">
): Effect.Effect<Body, Unreadable> => {
  const reserveMemory = (octets: number) =>
    octets <= smallBody
      ? Effect.void
      : memory.reserve(
          octets,
          (release) => {
            request.releaseMemory = release
          },
          request.tenantId
        )
  return request.parts.body({ max, reserveMemory })
}

const rewritten = (rewrite: (octets: Uint8Array) => Steps<Uint8Array>): ParseLarge =>
  function* (octets) {
    return yield* parseLargeJson(yield* rewrite(octets))
  }

/** Core validates it: doing so here as well would decode each send twice. */
export const readJson = (
  request: IncomingRequest,
  { isOptional, rewrite, ...bounds }: ReadOptions
): Effect.Effect<unknown, Unreadable> =>
  Direct.flatMap(readBodyOf(request, bounds), (body) =>
    isOptional && isEmpty(body)
      ? Effect.succeed({})
      : valueOf(
          request.parts.header("content-type"),
          body,
          rewrite === undefined ? parseLargeJson : rewritten(rewrite)
        )
  )

/** A table: octets of its own type, for core to read, or the value of a JSON body. */
export const readTable = (
  request: IncomingRequest,
  type: string,
  bounds: ReadOptions
): Effect.Effect<unknown, Unreadable> => {
  const contentType = request.parts.header("content-type")
  return Effect.flatMap(readBodyOf(request, bounds), (body) =>
    contentType?.split(";")[0]?.trim().toLowerCase() !== type
      ? valueOf(contentType, body, parseJsonRows)
      : Effect.succeed(body._tag === "Octets" ? body.octets : body.value)
  )
}
