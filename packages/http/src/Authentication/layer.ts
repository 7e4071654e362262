import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { ApiKeys, InsufficientScope, InvalidApiKey } from "@telemark/core"
import { Effect, Layer } from "effect"
import { incoming } from "../Requests/index.js"
import { Authentication } from "./Authentication.js"
import { bearerToken } from "./bearer.js"
import { routeKey, scopeTable } from "./RequiredScope.js"

/** Checks the key of each request, then the scope that the matched endpoint of this api requires. */
export const layerAuthentication = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): Layer.Layer<Authentication, never, ApiKeys> =>
  Layer.effect(
    Authentication,
    Effect.map(ApiKeys, (keys) => {
      const scopes = scopeTable(api)
      return {
        apiKey: () =>
          Effect.gen(function*() {
            const request = incoming(yield* HttpServerRequest.HttpServerRequest)
            const { route } = yield* HttpRouter.RouteContext
            request.route = route.path
            const key = bearerToken(request.headers["authorization"])
            if (key === undefined) return yield* new InvalidApiKey()
            const caller = yield* keys.authenticate(key)
            const required = scopes.get(routeKey(route.method, route.path))
            if (required === undefined) return yield* Effect.dieMessage(`The route ${route.path} is in no scope table.`)
            return caller.scopes.has(required) ? caller : yield* new InsufficientScope({ required })
          })
      }
    })
  )
