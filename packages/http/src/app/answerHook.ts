import { maxBodyOctets, MethodNotAllowed, ValidationFailed } from "@telemark/contract"
import {
  checkShapeFrom,
  FeedbackCalls,
  type FeedbackSourceRecord,
  inTimeSlices,
  type ShapeBounds,
  shapeOf
} from "@telemark/core"
import { Effect } from "effect"
import { type Answer, jsonAnswer } from "../Answer.js"
import type { Body, IncomingRequest } from "../requests/IncomingRequest.js"
import { LargeBodies } from "../requests/LargeBodies.js"
import { readBodyOf } from "../requests/readJson.js"

interface HookPath {
  readonly provider: string
  /** Never log it: who knows it may report. */
  readonly secret: string
}

/** Stands in logs and traces for the path. */
const hookRoute = "/hooks/:provider/:secret"

const pattern = /^\/hooks\/([^/]{1,64})\/([^/]{1,256})\/?$/

export const readHookPath = (path: string): HookPath | undefined => {
  // Every request of the service comes through here.
  if (!path.startsWith("/hooks/")) return undefined
  const [, provider, secret] = pattern.exec(path) ?? []
  return provider === undefined || secret === undefined ? undefined : { provider, secret }
}

const ok = jsonAnswer(200, { status: "ok" })

const allowed = new MethodNotAllowed({ allow: ["GET", "HEAD", "POST"] })

const encoder = new TextEncoder()

/** A body that the host has parsed is written again, for providers that don't sign the octets. */
const octetsOf = (body: Body): Uint8Array =>
  body._tag === "Octets" ? body.octets : encoder.encode(JSON.stringify(body.value ?? null))

/** 1,000 events with 60 members each. Without bounds, 5 MiB of brackets block for half a second. */
const bounds: ShapeBounds = {
  values: 100_000,
  members: 60_000,
  octetsOutsideStrings: maxBodyOctets.feedbackCall
}

const checkShape = (octets: Uint8Array): Effect.Effect<Uint8Array, ValidationFailed> =>
  octets.length < checkShapeFrom
    ? Effect.succeed(octets)
    : Effect.flatMap(
        inTimeSlices(() => shapeOf(octets, bounds)),
        ({ problem }) =>
          problem === undefined ? Effect.succeed(octets) : ValidationFailed.at("body", problem)
      )

/**
 * Answers providers' calls, whose source the secret in the path tells. 200 only once all that the
 * call reports is stored, so that the provider repeats it otherwise. Some providers try the address
 * with GET or HEAD.
 */
export const makeAnswerHook: Effect.Effect<
  (path: HookPath, request: IncomingRequest) => Effect.Effect<Answer, unknown>,
  never,
  FeedbackCalls
> = Effect.gen(function* () {
  const calls = yield* FeedbackCalls
  const memory = yield* LargeBodies

  const receive = (
    source: FeedbackSourceRecord,
    request: IncomingRequest
  ): Effect.Effect<Answer, unknown> =>
    readBodyOf(request, { max: maxBodyOctets.feedbackCall, memory }).pipe(
      Effect.tapErrorTag("PayloadTooLarge", () => calls.refused(source, "too_large")),
      Effect.flatMap((body) =>
        Effect.tapError(checkShape(octetsOf(body)), () => calls.refused(source, "malformed"))
      ),
      Effect.flatMap((body) => calls.receive(source, { header: request.parts.header, body })),
      Effect.as(ok)
    )

  return ({ provider, secret }, request) => {
    request.route = hookRoute
    const { method } = request.parts
    if (method !== "POST" && method !== "GET" && method !== "HEAD") return allowed
    return Effect.flatMap(calls.find(provider, secret), (source) => {
      // Owners of large bodies take turns.
      request.tenantId = source.tenant_id ?? undefined
      return method === "POST" ? receive(source, request) : Effect.succeed(ok)
    })
  }
})
