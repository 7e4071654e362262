import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { inTimeSlices, ValidationFailed } from "@telemark/core"
import { Effect, Either } from "effect"
import { type Body, incoming, type IncomingRequest, type Unreadable } from "./IncomingRequest.js"
import { LargeBodies } from "./LargeBodies.js"
import { largestBody, smallBody } from "./limit.js"
import { parseLargeJson, parseSmallJson } from "./parseJson.js"
import { deepest } from "./shape.js"

const wrongType = ValidationFailed.at("body", "must be sent with the content type application/json")
const tooDeep = ValidationFailed.at("body", `must not nest deeper than ${String(deepest)} levels`)

/** Absent is taken for JSON; otherwise `application/json` or a type with the suffix `+json` (RFC 6839 3.1). */
const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^application\/(?:[\w!#$&^.-]+\+)?json[\t ]*(?:;|$)/i.test(contentType)

/** Smaller bodies can't do harm. */
const worthLooking = 64 * 1024

/** `JSON.parse` takes any depth, but whatever walks its result recursively would overflow the stack. */
const nestsDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  for (const child of Object.values(value)) {
    if (nestsDeeperThan(levels - 1, child)) return true
  }
  return false
}

const isShallow = (value: unknown): boolean => !nestsDeeperThan(deepest, value)

const parse = (octets: Uint8Array): Effect.Effect<unknown, ValidationFailed> =>
  octets.length < worthLooking
    ? Either.filterOrLeft(parseSmallJson(octets), isShallow, () => tooDeep)
    : Effect.flatten(inTimeSlices(() => parseLargeJson(octets)))

const valueOf = (contentType: string | undefined, body: Body): Effect.Effect<unknown, ValidationFailed> => {
  if (!isJson(contentType)) return wrongType
  if (body._tag === "Octets") return parse(body.octets)
  return isShallow(body.value) ? Effect.succeed(body.value) : tooDeep
}

const isEmpty = (body: Body): boolean => body._tag === "Octets" && body.octets.length === 0

/** Asks for room for more than a small body, and keeps it until the request is answered. */
const takeRoomFor = (request: IncomingRequest) => (octets: number) =>
  octets <= smallBody ? Effect.void : Effect.flatMap(LargeBodies, (room) =>
    room.take(octets, (giveBack) => { request.giveBackRoom = giveBack }, request.tenantId))

/** What a body may be beyond JSON of 1 MiB. */
export interface ReadOptions<A> {
  /** Octets that are read at most. */
  readonly most?: number
  /** What no body, or an empty one of whatever content type, stands for; otherwise it is refused. */
  readonly absent?: A
}

/**
 * The JSON body of a request. The type says what core's service takes, and the service itself checks it: checked here as well, each
 * send would be decoded twice.
 */
export const readJson = <A>(
  from: HttpServerRequest.HttpServerRequest,
  { absent, most = largestBody }: ReadOptions<A> = {}
): Effect.Effect<A, Unreadable> => {
  const request = incoming(from)
  return Effect.flatMap(request.parts.body({ most, takeRoom: takeRoomFor(request) }), (body) =>
    absent !== undefined && isEmpty(body)
      ? Effect.succeed(absent)
      : valueOf(request.headers["content-type"], body) as Effect.Effect<A, ValidationFailed>)
}
