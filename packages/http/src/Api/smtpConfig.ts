import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { SaveSmtpConfig } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { Instant, Success, WholeNumber } from "./wire.js"

const SmtpConfig = Schema.Struct({
  provider: Schema.String,
  host: Schema.String,
  port: WholeNumber,
  username: Schema.String,
  tls_required: Schema.Boolean,
  ehlo_name: Schema.optional(Schema.String.annotations({ description: "The name that is given in EHLO, if the tenant chose one." })),
  from_email: Schema.optional(Schema.String),
  from_name: Schema.optional(Schema.String),
  verified: Schema.Boolean.annotations({ description: "False from when the server refuses the login until it takes mail again or is verified." }),
  created_at: Instant,
  updated_at: Instant
}).annotations({ identifier: "SmtpConfig" })

const SavedSmtpConfig = Schema.Struct({ success: Schema.Literal(true), provider: Schema.String }).annotations({ identifier: "SavedSmtpConfig" })

const SmtpVerification = Schema.Struct({
  success: Schema.Boolean,
  error: Schema.optional(Schema.String.annotations({ description: "Why not, in one of a few fixed sentences." }))
}).annotations({ identifier: "SmtpVerification" })

const examples = {
  submission: {
    provider: "custom", host: "smtp.example.com", port: 587, username: "shop@example.com", password: "…", from_email: "shop@example.com", from_name: "Shop"
  },
  sendgrid: { provider: "sendgrid", host: "smtp.sendgrid.net", port: 465, username: "apikey", password: "SG.…" }
}

const save = HttpApiEndpoint.post("save", "/")
  .annotateContext(requires("smtp:write"))
  .annotate(OpenApi.Summary, "Save an SMTP server of your own")
  .annotate(
    OpenApi.Description,
    "Connects, sets up TLS and logs in first; if that fails, nothing is saved. It takes the place of the present one. While one is saved, all mail of the tenant goes through it."
  )
  .setPayload(SaveSmtpConfig)
  .annotate(OpenApi.Transform, documented({ 200: "The server took the login, and is saved." }, examples))
  .addSuccess(SavedSmtpConfig)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.SmtpConnectionFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

const get = HttpApiEndpoint.get("get", "/")
  .annotateContext(requires("smtp:read"))
  .annotate(OpenApi.Summary, "Get the SMTP server that is saved, without its password")
  .addSuccess(SmtpConfig)
  .addError(errors.NoSmtpConfig.schema)

const verify = HttpApiEndpoint.post("verify", "/verify")
  .annotateContext(requires("smtp:write"))
  .annotate(OpenApi.Summary, "Test the SMTP server that is saved")
  .annotate(OpenApi.Description, "Takes no body. Connects, sets up TLS and logs in, and notes in `verified` what came of it.")
  .annotate(OpenApi.Transform, documented({ 200: "Whether the server took the login; if not, `error` says why." }))
  .addSuccess(SmtpVerification)
  .addError(errors.NoSmtpConfig.schema)

const remove = HttpApiEndpoint.del("remove", "/")
  .annotateContext(requires("smtp:write"))
  .annotate(OpenApi.Summary, "Forget the SMTP server")
  .annotate(OpenApi.Description, "From now on the tenant's mail goes the way that the operator of this service chose.")
  .addSuccess(Success)
  .addError(errors.NoSmtpConfig.schema)

/** A tenant's own SMTP server. */
export const smtpConfigGroup = HttpApiGroup.make("smtpConfig")
  .add(save)
  .add(get)
  .add(verify)
  .add(remove)
  .prefix("/v1/smtp-config")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "SMTP configuration")
