import { countedAs, isAudited, maxBodyOctets, ValidationFailed } from "@telemark/contract"
import {
  ApiKeys,
  type Caller,
  Emails,
  makeImplementations,
  makeRecorded,
  type Services,
  WebhookEndpoints
} from "@telemark/core"
import { Effect } from "effect"
import { type Answer, jsonAnswer } from "../Answer.js"
import { batchCount } from "../app/batch.js"
import { keyOf, makeEntry } from "../app/entry.js"
import { makeWithOrigin } from "../requests/auditOrigin.js"
import { type IncomingRequest, whileConnected } from "../requests/IncomingRequest.js"
import { LargeBodies } from "../requests/LargeBodies.js"
import { readJson } from "../requests/readJson.js"
import { type Call, type Carrying, renamed, type ResendRoute } from "./Call.js"
import { type Refused, refused, refusedAnswer, resendErrorAnswer } from "./errors.js"
import { matchRoute } from "./matchRoute.js"
import { packBuffers } from "./packBuffers.js"

/** Where the front stands beside the interface. */
export const resendPath = "/resend"

const missingKey = refused(
  401,
  "missing_api_key",
  "Missing API key in the authorization header. Include it as `Authorization: Bearer tmk_…`."
)

const unknownPath = refused(
  404,
  "not_found",
  "Telemark's Resend front doesn't have this operation. docs/from-resend.md lists all that it has."
)

const theirMethods = ["GET", "POST", "PATCH", "DELETE"]

const answerOf = ({ error }: Refused, headers?: Readonly<Record<string, string>>): Answer =>
  refusedAnswer(error, headers)

const isRefused = (error: unknown): error is Refused =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "ResendRefused"

/**
 * Undefined for any other path. Clients append theirs to `RESEND_BASE_URL`, which may end with a
 * slash.
 */
export const resendPathOf = (path: string): string | undefined =>
  path.startsWith(`${resendPath}/`)
    ? path.slice(resendPath.length).replace(/^\/\//, "/")
    : undefined

const queryOf = (url: string): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1))
}

/**
 * Takes what Resend's clients send, and answers as they expect. Keys, scopes, limits and the
 * operations are ours: only requests, answers and errors are put into other words.
 */
export const makeResendFront: Effect.Effect<
  (request: IncomingRequest, path: string) => Effect.Effect<Answer, unknown>,
  never,
  Services
> = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const memory = yield* LargeBodies
  const { counting, withKey } = yield* makeEntry
  const withOrigin = yield* makeWithOrigin
  const by: Carrying = {
    ...(yield* makeImplementations),
    service: yield* Emails,
    endpoints: yield* WebhookEndpoints,
    recorded: yield* makeRecorded
  }

  const bodyOf = (request: IncomingRequest, { operation: { operation } }: ResendRoute) =>
    readJson(request, {
      max: operation.maxBody ?? maxBodyOctets.other,
      isOptional: false,
      memory,
      rewrite: operation.counts === "sends" ? packBuffers : undefined
    })

  const carry = (
    { carry, names, operation: { operation } }: ResendRoute,
    request: IncomingRequest,
    call: Call
  ): Effect.Effect<Answer, unknown> => {
    const answered = carry(call, by).pipe(
      Effect.mapError((error) =>
        error instanceof ValidationFailed ? renamed(error, names) : error
      ),
      Effect.map((answer) => jsonAnswer(200, answer))
    )
    const audited = isAudited(operation) ? withOrigin(request, answered) : answered
    return operation.endsWithClient === true ? whileConnected(request, audited) : audited
  }

  const batch = (
    route: ResendRoute,
    request: IncomingRequest,
    call: Call
  ): Effect.Effect<Answer, unknown> =>
    Effect.flatMap(
      batchCount(
        call.caller,
        Effect.flatMap(bodyOf(request, route), (body) =>
          Array.isArray(body)
            ? Effect.succeed({ emails: body as ReadonlyArray<unknown> })
            : ValidationFailed.at("body", "must be a list of emails")
        )
      ),
      ({ count, entries }) =>
        counting(request, keys.countSend(call.caller, count), () =>
          Effect.flatMap(Effect.fromResult(entries), (body) =>
            carry(route, request, { ...call, body })
          )
        )
    )

  const one = (
    route: ResendRoute,
    request: IncomingRequest,
    call: Call
  ): Effect.Effect<Answer, unknown> => {
    const { operation } = route.operation
    const counted = countedAs(operation)
    const { caller } = call
    const count =
      counted === undefined
        ? undefined
        : counted === "sends"
          ? keys.countSend(caller)
          : keys.countWrite(caller)
    return counting(request, count, () =>
      route.takesBody
        ? Effect.flatMap(bodyOf(request, route), (body) => carry(route, request, { ...call, body }))
        : carry(route, request, call)
    )
  }

  const permitted = (
    route: ResendRoute,
    request: IncomingRequest,
    id: string,
    caller: Caller
  ): Effect.Effect<Answer, unknown> => {
    const { header, url } = request.parts
    const { group, name } = route.operation
    const call: Call = {
      caller,
      id,
      query: queryOf(url),
      header,
      body: undefined,
      requestId: request.requestId
    }
    return group === "emails" && name === "sendBatch"
      ? batch(route, request, call)
      : one(route, request, call)
  }

  return (request, path) => {
    request.refuse = resendErrorAnswer
    const { method } = request.parts
    const matched = matchRoute(method === "HEAD" ? "GET" : method, path)
    request.route = resendPath + (matched._tag === "Route" ? matched.route.path : "")
    // Such as a change of a domain: an operation that they have.
    const isTheirs = theirMethods.includes(method)
    if (matched._tag === "Unknown" || (matched._tag === "OtherMethod" && isTheirs))
      return Effect.succeed(answerOf(unknownPath))
    if (matched._tag === "OtherMethod") {
      const allow = matched.allow.join(", ")
      return Effect.succeed(
        answerOf(
          refused(405, "method_not_allowed", `The path takes ${allow}, and not this method.`),
          { allow }
        )
      )
    }
    const { id, route } = matched
    const key = keyOf(request)
    if (key === undefined) return Effect.succeed(answerOf(missingKey))
    return withKey(key, request, route.operation.operation, (caller) =>
      permitted(route, request, id, caller)
    ).pipe(Effect.catchIf(isRefused, (error) => Effect.succeed(answerOf(error))))
  }
})
