import * as OpenApi from "@effect/platform/OpenApi"
import type { Scope } from "@telemark/core"
import { Context } from "effect"
import { RequiredScope } from "./RequiredScope.js"

/** Annotations of an endpoint that needs this scope; the OpenAPI operation names it too. */
export const requires = (scope: Scope): Context.Context<RequiredScope | OpenApi.Override> =>
  Context.make(RequiredScope, scope).pipe(Context.add(OpenApi.Override, { "x-required-scope": scope }))
