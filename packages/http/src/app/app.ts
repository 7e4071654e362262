// Hot path (docs/hot-paths.md): a request that waits for batches alone takes no fiber, others one.
import {
  bodyOf,
  InternalError,
  MethodNotAllowed,
  NotFound,
  rateLimitHeaders,
  withMeant
} from "@telemark/contract"
import { Direct, inTimeSlices, type Services, StorageHealth } from "@telemark/core"
import { Cause, Context, Effect, LogLevel, Option, References } from "effect"
import { type Answer, emptyAnswer, errorAnswer, isOperationError, jsonAnswer } from "../Answer.js"
import { Dashboard } from "../dashboard/Dashboard.js"
import { openApiInSteps } from "../openApi/openApiDocument.js"
import { type IncomingRequest, isStopped } from "../requests/IncomingRequest.js"
import { makeResendFront, resendPath, resendPathOf } from "../resend/resendFront.js"
import { nearestOperation } from "../routing/nearestOperation.js"
import { pathOf, type RootPath, rootPaths, routeOf, version } from "../routing/routes.js"
import { PublicPages, type PublicPagesService } from "./PublicPages.js"
import { makeAnswerHook, readHookPath } from "./answerHook.js"
import { loadDocs } from "./docs.js"
import { makePerform } from "./perform.js"
import { accessLog, HttpTracing, traced } from "./requestTelemetry.js"

const fault = (request: IncomingRequest, cause: unknown): Effect.Effect<Answer> =>
  Effect.as(
    Effect.logError("The request failed.", cause),
    (request.refuse ?? errorAnswer)(new InternalError({ request_id: request.requestId }))
  )

/** `/emails/exprt` is an id that isn't found; other misspelt paths are unknown. */
const notFoundAnswer = ({ parts }: IncomingRequest, sentence?: string): Answer => {
  const body = bodyOf(NotFound, new NotFound())
  const meant = nearestOperation(parts.method, pathOf(parts.url))
  return jsonAnswer(404, { ...body, message: withMeant(sentence ?? body.message, meant) })
}

const unknownPath = "There is no such path: /openapi.json lists all that there are."

const answerTo = (request: IncomingRequest, cause: Cause.Cause<unknown>): Effect.Effect<Answer> => {
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (isOperationError(error)) {
    if (error._tag === "NotFound" && request.refuse === undefined)
      return Effect.succeed(notFoundAnswer(request))
    const answer = (request.refuse ?? errorAnswer)(error)
    return error._tag === "StorageError"
      ? Effect.as(Effect.logWarning(error.message, cause), answer)
      : Effect.succeed(answer)
  }
  return isStopped(cause) ? Effect.succeed(emptyAnswer(499)) : fault(request, cause)
}

const ok = jsonAnswer(200, { status: "ok" })

const makeRoot = Effect.gen(function* () {
  const health = yield* StorageHealth
  const docs = yield* Effect.cached(loadDocs)
  const answers: Readonly<Record<RootPath, Effect.Effect<Answer>>> = {
    [rootPaths.alive]: Effect.succeed(ok),
    [rootPaths.ready]: Effect.match(health.check, {
      onSuccess: () => ok,
      onFailure: () => jsonAnswer(503, { status: "unavailable" })
    }),
    [rootPaths.openApi]: yield* Effect.cached(
      Effect.map(inTimeSlices(openApiInSteps), (document) => jsonAnswer(200, document))
    ),
    [rootPaths.docs]: docs
  }
  return (path: RootPath) => answers[path]
})

const isHealth = (path: string): boolean => path === rootPaths.alive || path === rootPaths.ready

/** Answers to providers say whether a secret is right. */
const hooks = "/hooks/"

const limitHeaders = Object.entries(rateLimitHeaders)

const versioned = `${version}/`

const isPrivate = (url: string): boolean =>
  url.startsWith(versioned) || url.startsWith(hooks) || url.startsWith(`${resendPath}/`)

/**
 * With the headers of every response. Responses are private to a tenant and may contain secrets: no
 * cache may store them (RFC 9111 5.2.2.5).
 */
const finished = (answer: Answer, { parts, rateLimit, requestId }: IncomingRequest): Answer => {
  const headers: Record<string, string> = {
    ...answer.headers,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId
  }
  if (isPrivate(parts.url)) headers["cache-control"] = "no-store"
  if (rateLimit !== undefined)
    for (const [name, { value }] of limitHeaders) headers[name] = value(rateLimit)
  return { status: answer.status, headers, body: answer.body }
}

type App = (request: IncomingRequest) => Effect.Effect<Answer>

const makeApp: Effect.Effect<App, never, Services | StorageHealth> = Effect.gen(function* () {
  const perform = yield* makePerform
  const root = yield* makeRoot
  const answerHook = yield* makeAnswerHook
  const resend = yield* makeResendFront
  const pages = yield* PublicPages
  const dashboard = yield* Dashboard

  const notFound = Effect.succeed(errorAnswer(new NotFound()))

  const answerOf = (request: IncomingRequest): Effect.Effect<Answer, unknown> => {
    const page = pages.answer(request)
    if (page !== undefined) return page
    const path = pathOf(request.parts.url)
    const onlyPages = isHealth(path) ? undefined : pages.onlyPagesAt(request.parts.header("host"))
    return onlyPages === undefined
      ? answerBeside(request, path)
      : Direct.flatMap(onlyPages, (isOnly) => (isOnly ? notFound : answerBeside(request, path)))
  }

  const answerBeside = (request: IncomingRequest, path: string): Effect.Effect<Answer, unknown> => {
    const { method } = request.parts
    const hook = readHookPath(path)
    if (hook !== undefined) return answerHook(hook, request)
    const resendRoute = dashboard?.ignoresKeys === true ? undefined : resendPathOf(path)
    if (resendRoute !== undefined) return resend(request, resendRoute)
    const route = routeOf(method, path)
    switch (route._tag) {
      case "Operation":
        return perform(route, request)
      case "Root":
        request.route = route.path
        return root(route.path)
      case "OtherMethod":
        return Effect.succeed(
          errorAnswer(
            new MethodNotAllowed({ allow: route.allow, meant: nearestOperation(method, path) })
          )
        )
      case "Unknown":
        return (
          dashboard?.answer(request, path) ?? Effect.succeed(notFoundAnswer(request, unknownPath))
        )
    }
  }

  return (request) =>
    Direct.matchCause(
      Direct.suspend(() => answerOf(request)),
      // Also after a defect.
      (cause) => Effect.map(answerTo(request, cause), (answer) => finished(answer, request)),
      (answer) => Effect.succeed(finished(answer, request))
    )
})

export interface Run {
  /** Answers a request, in a fiber of its own if it has to; calls the callback once. */
  (request: IncomingRequest, onAnswer: (answer: Answer) => void): void
  readonly atOnce: PublicPagesService["atOnce"]
}

export const makeRun: Effect.Effect<Run, never, Services | StorageHealth> = Effect.gen(
  function* () {
    const app = yield* makeApp
    const context = yield* Effect.context()
    const isTraced = yield* HttpTracing
    const isLogged = !LogLevel.isGreaterThan(yield* References.MinimumLogLevel, "Debug")
    const annotations = yield* References.CurrentLogAnnotations
    const { atOnce } = yield* PublicPages

    const forkFor = (request: IncomingRequest) =>
      Effect.runForkWith(
        Context.add(context, References.CurrentLogAnnotations, {
          ...annotations,
          request_id: request.requestId
        })
      )

    const watched = (request: IncomingRequest): Effect.Effect<Answer> => {
      const answer = isLogged ? accessLog(request, app(request)) : app(request)
      return isTraced ? traced(request, answer) : answer
    }

    const run = (request: IncomingRequest, onAnswer: (answer: Answer) => void): void => {
      const answered = Direct.map(watched(request), (answer) => {
        request.releaseMemory()
        onAnswer(answer)
      })
      Direct.run(answered, context, (rest) => {
        if (!Direct.isOver(rest)) forkFor(request)(rest)
      })
    }
    return Object.assign(run, { atOnce })
  }
)
