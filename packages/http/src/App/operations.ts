import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { StorageHealth } from "@telemark/core"
import { Effect, Layer } from "effect"
import { openApiDocument } from "../Api/index.js"
import { rootPaths } from "./routes.js"

const { setHeaders, unsafeJson } = HttpServerResponse

/**
 * The page brings its script along; the policy sees to it that it asks no other host for anything, and that no other page shows it in a
 * frame: a key may be typed into it.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const docsHeaders = { "content-security-policy": contentSecurityPolicy, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }

/**
 * The documentation page. Its module holds 2 MB of script, so it is loaded when first asked for; the
 * platform offers it only as a route, so it is taken out of a router of its own.
 */
const loadDocs = (api: typeof HttpApi.Api.Service) => Effect.gen(function*() {
  openApiDocument()
  const { layer } = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const router = yield* Effect.provide(
    HttpApiBuilder.Router.router,
    layer({ path: rootPaths.docs }).pipe(
      Layer.provideMerge(HttpApiBuilder.Router.Live),
      Layer.provide(Layer.succeed(HttpApi.Api, api))
    )
  )
  const page = yield* HttpRouter.toHttpApp(router)
  return Effect.map(page, setHeaders(docsHeaders))
})

/** Liveness, readiness and documentation. */
export const layerOperations = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const health = yield* StorageHealth
    const docs = yield* Effect.cached(loadDocs(yield* HttpApi.Api))
    const ready = Effect.match(health.check, {
      onSuccess: () => unsafeJson({ status: "ok" }),
      onFailure: () => unsafeJson({ status: "unavailable" }, { status: 503 })
    })
    yield* router.get(rootPaths.alive, unsafeJson({ status: "ok" }))
    yield* router.get(rootPaths.ready, ready)
    yield* router.get(rootPaths.openApi, Effect.sync(() => unsafeJson(openApiDocument())))
    yield* router.get(rootPaths.docs, Effect.flatten(docs))
  }))
