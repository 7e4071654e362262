import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { CreateApiKey, Scope } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { answered, Instant, Success, WholeNumber } from "./wire.js"

const shared = {
  id: Schema.String,
  prefix: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  rate_limit: WholeNumber.annotations({ description: "Sends a minute." })
}

const ApiKey = Schema.Struct({
  ...shared,
  created_at: Instant,
  last_used_at: Schema.NullOr(Instant),
  revoked_at: Schema.NullOr(Instant)
}).annotations({ identifier: "ApiKey" })

const CreatedApiKey = Schema.Struct({
  ...shared,
  key: Schema.String.annotations({ description: "The raw key, shown only here." }),
  warning: Schema.String
})

const ApiKeyList = Schema.Struct({ data: Schema.Array(ApiKey) }).annotations({ identifier: "ApiKeyList" })

const create = HttpApiEndpoint.post("create", "/")
  .annotateContext(requires("apikey:manage"))
  .annotate(OpenApi.Summary, "Create an API key")
  .setPayload(CreateApiKey)
  .annotate(OpenApi.Transform, documented({ 201: "The key. It is shown only here." }))
  .addSuccess(answered(201, "CreatedApiKey", CreatedApiKey))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.ScopeExceedsCaller.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("apikey:manage"))
  .annotate(OpenApi.Summary, "List API keys, revoked ones too, newest first")
  .addSuccess(ApiKeyList)

const revoke = HttpApiEndpoint.del("revoke", "/:id")
  .annotateContext(requires("apikey:manage"))
  .annotate(OpenApi.Summary, "Revoke an API key for good")
  .setPath(Schema.Struct({ id: Schema.String.annotations({ description: "The key's id or its prefix." }) }))
  .addSuccess(Success)
  .addError(errors.NotFound.schema)

/** Who may call, and what for. */
export const apiKeysGroup = HttpApiGroup.make("apiKeys")
  .add(create)
  .add(list)
  .add(revoke)
  .prefix("/v1/api-keys")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "API keys")
