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

/** Sends have a limit of their own, which counts how many a request holds. */
const sends: ReadonlySet<string> = new Set([routeKey("POST", "/v1/emails/send"), routeKey("POST", "/v1/emails/batch")])

const isWrite = (method: string, path: string): boolean => method !== "GET" && method !== "HEAD" && !sends.has(routeKey(method, path))

/** Checks the key of each request, then the scope that the matched endpoint of this api requires, then the limit of writes. */
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
            request.tenantId = caller.tenant.id
            const required = scopes.get(routeKey(route.method, route.path))
            if (required === undefined) return yield* Effect.dieMessage(`The route ${route.path} is in no scope table.`)
            if (!caller.scopes.has(required)) return yield* new InsufficientScope({ required })
            if (isWrite(route.method, route.path)) request.rateLimit = yield* keys.countWrite(caller)
            return caller
          })
      }
    })
  )
