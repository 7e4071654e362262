import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Scope } from "@telemark/core"
import { Context, Option } from "effect"

/** Annotation of an endpoint: what a key must hold to call it. */
export class RequiredScope extends Context.Tag("@telemark/http/RequiredScope")<RequiredScope, Scope>() {}

/** An endpoint as routes are looked up: `POST /v1/emails/send`. */
export const routeKey = (method: string, path: string): string => `${method} ${path}`

/** The scope of each endpoint. Throws if one has none: a forgotten annotation must not open an endpoint. */
export const scopeTable = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ReadonlyMap<string, Scope> => {
  const table = new Map<string, Scope>()
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const key = routeKey(endpoint.method, endpoint.path)
      const scope = Context.getOption(mergedAnnotations, RequiredScope)
      if (Option.isNone(scope)) throw new Error(`The endpoint ${key} has no required scope.`)
      table.set(key, scope.value)
    }
  })
  return table
}
