import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { UpdateBrand } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { examples } from "./templateExamples.js"

const text = Schema.NullOr(Schema.String)

const Brand = Schema.Struct({
  name: Schema.String,
  logo_url: text,
  primary_color: Schema.String.annotations({ description: "Of buttons and links." }),
  background_color: Schema.String.annotations({ description: "Around the content." }),
  text_color: Schema.String,
  font_family: Schema.String,
  website_url: text,
  support_email: text,
  postal_address: text
}).annotations({ identifier: "Brand" })

const get = HttpApiEndpoint.get("get", "/")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "Get the brand that starters are shown in")
  .addSuccess(Brand)

const update = HttpApiEndpoint.put("update", "/")
  .annotateContext(requires("template:manage"))
  .annotate(OpenApi.Summary, "Change the brand")
  .annotate(OpenApi.Description, "What is left out stays as it is; null goes back to the default. Templates that were saved don't change.")
  .setPayload(UpdateBrand)
  .annotate(OpenApi.Transform, documented({}, examples.brand))
  .addSuccess(Brand)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

/** How a tenant's starters look. */
export const brandGroup = HttpApiGroup.make("brand")
  .add(get)
  .add(update)
  .prefix("/v1/brand")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Brand")
