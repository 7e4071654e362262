import type { Answer } from "../Answers/index.js"
import { inTimeSlices } from "@telemark/core"
import { Context, Effect, Layer } from "effect"
import { openApiInSteps } from "../OpenApi/index.js"
import { rootPaths } from "../Routing/index.js"

/**
 * The page contains its script. The policy prevents requests to other hosts and embedding in
 * frames, because users may type an API key into the page.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer"
}

/**
 * The documentation page of @effect/platform. Loaded at the first request: its script has 2 MB, and
 * its modules take 75 ms that would delay the start. @effect/platform offers the page only as a
 * route, so it is rendered through a router of its own.
 */
export const loadDocs: Effect.Effect<Answer> = Effect.gen(function* () {
  const [
    HttpApi,
    HttpApiBuilder,
    HttpApiSwagger,
    HttpRouter,
    HttpServer,
    HttpServerRequest,
    OpenApi
  ] = yield* Effect.promise(() =>
    Promise.all([
      import("@effect/platform/HttpApi"),
      import("@effect/platform/HttpApiBuilder"),
      import("@effect/platform/HttpApiSwagger"),
      import("@effect/platform/HttpRouter"),
      import("@effect/platform/HttpServer"),
      import("@effect/platform/HttpServerRequest"),
      import("@effect/platform/OpenApi")
    ])
  )
  // An API without endpoints, with our document: the page shows whatever document the API's
  // definition yields.
  const document = yield* inTimeSlices(openApiInSteps)
  const api = HttpApi.make("telemark").annotate(OpenApi.Transform, () => document)
  const router = yield* Effect.provide(
    HttpApiBuilder.Router.router,
    HttpApiSwagger.layer({ path: rootPaths.docs }).pipe(
      Layer.provideMerge(HttpApiBuilder.Router.Live),
      Layer.provide(Layer.succeed(HttpApi.Api, { api: api as never, context: Context.empty() }))
    )
  )
  const request = HttpServerRequest.fromWeb(new Request(`http://localhost${rootPaths.docs}`))
  const page = yield* Effect.flatten(HttpRouter.toHttpApp(router)).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.provide(HttpServer.layerContext),
    Effect.orDie
  )
  if (page.body._tag !== "Uint8Array")
    return yield* Effect.dieMessage("The page of the documentation has no text.")
  return {
    status: page.status,
    headers: { ...(page.headers as Readonly<Record<string, string>>), ...headers },
    body: page.body.body
  }
}).pipe(Effect.scoped)
