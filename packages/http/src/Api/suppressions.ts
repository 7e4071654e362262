import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { AddSuppression } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { pageQuery, query } from "./query.js"
import { answered, Instant, pageOf, Success } from "./wire.js"

const Suppression = Schema.Struct({
  email_address: Schema.String,
  reason: Schema.String,
  added_at: Instant
}).annotations({ identifier: "Suppression" })

const SuppressionCheck = Schema.Struct({
  suppressed: Schema.Boolean,
  reason: Schema.String.annotations({ description: "Empty if the address isn't suppressed." }),
  since: Schema.String.annotations({ description: "RFC 3339; empty if the address isn't suppressed." })
}).annotations({ identifier: "SuppressionCheck" })

const Suppressed = Schema.Struct({ status: Schema.Literal("suppressed") })
const EmailPath = Schema.Struct({ email: Schema.String.annotations({ description: "An address, URL-encoded." }) })

const add = HttpApiEndpoint.post("add", "/")
  .annotateContext(requires("suppression:write"))
  .annotate(OpenApi.Summary, "Suppress an address")
  .setPayload(AddSuppression)
  .annotate(OpenApi.Transform, documented({ 201: "Suppressed from now on.", 200: "It was suppressed before." }))
  .addSuccess(answered(201, "Suppressed", Suppressed))
  .addSuccess(answered(200, "Suppressed", Suppressed))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("suppression:read"))
  .annotate(OpenApi.Summary, "List suppressed addresses, newest first")
  .setUrlParams(query(pageQuery))
  .addSuccess(pageOf("SuppressionList", Suppression))
  .addError(errors.ValidationFailed.schema)

const check = HttpApiEndpoint.get("check", "/check/:email")
  .annotateContext(requires("suppression:read"))
  .annotate(OpenApi.Summary, "Look up whether an address is suppressed")
  .setPath(EmailPath)
  .addSuccess(SuppressionCheck)
  .addError(errors.ValidationFailed.schema)

const remove = HttpApiEndpoint.del("remove", "/:email")
  .annotateContext(requires("suppression:write"))
  .annotate(OpenApi.Summary, "Allow mail to an address again")
  .setPath(EmailPath)
  .addSuccess(Success)
  .addError(errors.NotFound.schema)
  .addError(errors.ValidationFailed.schema)

/** Addresses that must not be mailed. */
export const suppressionsGroup = HttpApiGroup.make("suppressions")
  .add(add)
  .add(list)
  .add(check)
  .add(remove)
  .prefix("/v1/suppressions")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Suppressions")
