import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import type { Caller } from "@telemark/core"
import { Context, Schema } from "effect"
import { errors } from "../Errors/index.js"

/** Who makes the request. */
export class CurrentCaller extends Context.Tag("@telemark/http/CurrentCaller")<CurrentCaller, Caller>() {}

/**
 * Every endpoint needs an API key that holds the endpoint's scope, and what isn't a read is counted. It stands on groups: on the whole api
 * it would run before routing, and unknown paths would answer 401.
 */
export class Authentication extends HttpApiMiddleware.Tag<Authentication>()("@telemark/http/Authentication", {
  failure: Schema.Union(
    errors.InvalidApiKey.schema, errors.InsufficientScope.schema, errors.RateLimited.schema, errors.ApiKeysBusy.schema,
    errors.StorageError.schema
  ),
  provides: CurrentCaller,
  security: {
    apiKey: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "An API key: `Authorization: Bearer tmk_…`.")
    )
  }
}) {}
