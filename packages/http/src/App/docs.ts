import type { Answer } from "../Answers/index.js"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Effect, Layer } from "effect"
import { openApiDocument } from "../OpenApi/index.js"
import { rootPaths } from "../Routing/index.js"

/**
 * The page brings its script along; the policy sees to it that it asks no other host for anything, and that no other page shows it in a
 * frame: a key may be typed into it.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = { "content-security-policy": contentSecurityPolicy, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }

/** An interface of no endpoints whose document is ours: the platform's page shows whatever document its definition comes to. */
const documented = HttpApi.make("telemark").annotate(OpenApi.Transform, () => openApiDocument())

/**
 * The documentation page. Its module holds 2 MB of script, so it is loaded when first asked for; the
 * platform offers it only as a route, so it is taken out of a router of its own.
 */
export const loadDocs: Effect.Effect<Answer> = Effect.gen(function*() {
  const { layer } = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const router = yield* Effect.provide(
    HttpApiBuilder.Router.router,
    layer({ path: rootPaths.docs }).pipe(
      Layer.provideMerge(HttpApiBuilder.Router.Live),
      Layer.provide(Layer.succeed(HttpApi.Api, { api: documented as never, context: Context.empty() }))
    )
  )
  const request = HttpServerRequest.fromWeb(new Request(`http://localhost${rootPaths.docs}`))
  const page = yield* Effect.orDie(Effect.provideService(yield* HttpRouter.toHttpApp(router), HttpServerRequest.HttpServerRequest, request))
  if (page.body._tag !== "Uint8Array") return yield* Effect.dieMessage("The page of the documentation has no text.")
  return { status: page.status, headers: { ...(page.headers as Readonly<Record<string, string>>), ...headers }, body: page.body.body }
}).pipe(Effect.scoped, Effect.provide(HttpServer.layerContext))
