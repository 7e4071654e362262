import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect, Layer } from "effect"
import { Api } from "../Api/index.js"
import { layerAuthentication } from "../Authentication/index.js"
import {
  layerAnalytics, layerApiKeys, layerBrand, layerDomains, layerEmails, layerSmtpConfig, layerSuppressions, layerTemplates,
  layerWebhookEndpoints
} from "../Handlers/index.js"
import { layerBoundary } from "./boundary.js"
import { layerOperations } from "./operations.js"

const layerApi = HttpApiBuilder.api(Api).pipe(
  Layer.provide([
    layerAnalytics, layerApiKeys, layerBrand, layerDomains, layerEmails, layerSmtpConfig, layerSuppressions, layerTemplates,
    layerWebhookEndpoints
  ]),
  Layer.provide(layerAuthentication(Api))
)

/**
 * The router's defaults are lenient where the interface isn't, and a parameter longer than 100
 * characters, such as an address, would be answered 404.
 */
const strict = HttpRouter.setRouterConfig({
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 2048
})

/** The application that all hosts run: one `IncomingRequest` in, one answer out; it never fails. */
export const makeApp: Effect.Effect<
  HttpApp.Default<never, HttpRouter.HttpRouter.DefaultServices>,
  never,
  Services | StorageHealth
> = HttpApiBuilder.httpApp.pipe(
  Effect.provide(Layer.mergeAll(layerBoundary, layerOperations).pipe(
    Layer.provideMerge(layerApi),
    Layer.provideMerge(Layer.mergeAll(HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer)),
    Layer.provide(HttpServer.layerContext),
    Layer.provideMerge(strict)
  ))
)
