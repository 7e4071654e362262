import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { SendBatch, SendRequest } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { examples } from "./emailExamples.js"
import { emailQuery } from "./emailQuery.js"
import { BatchResult, Email, EmailList, SendResult } from "./emailSchemas.js"
import { Timeline } from "./timeline.js"
import { answered } from "./wire.js"

const Path = Schema.Struct({ id: Schema.String })

const idempotencyKey = (description: string) =>
  Schema.Struct({ "idempotency-key": Schema.optional(Schema.String.annotations({ description })) })

const send = HttpApiEndpoint.post("send", "/send")
  .annotateContext(requires("email:send"))
  .annotate(OpenApi.Summary, "Send an email")
  .annotate(OpenApi.Description, "Queues one message for each recipient, all of them durably or none. The body may have 15 MiB.")
  .annotate(
    OpenApi.Transform,
    documented({
      201: "The messages are queued, on disk.",
      200: "The result of an earlier send with the same Idempotency-Key; nothing was sent."
    }, examples.send)
  )
  .setHeaders(idempotencyKey("Within 24 hours, a repeated key answers with the first result and sends nothing; 1 to 255 characters."))
  .setPayload(SendRequest)
  .addSuccess(answered(201, "SendResult", SendResult))
  .addSuccess(answered(200, "SendResult", SendResult))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.CompilerBusy.schema)
  .addError(errors.RateLimited.schema)
  .addError(errors.MonthlyLimitExceeded.schema)

const batch = HttpApiEndpoint.post("batch", "/batch")
  .annotateContext(requires("email:send"))
  .annotate(OpenApi.Summary, "Send up to 100 emails")
  .annotate(
    OpenApi.Description,
    "Each entry is a send of its own: one that is refused changes nothing for the others. The body may have 15 MiB. It counts as many sends against the key's rate limit as it has entries: all of them or 429."
  )
  .annotate(OpenApi.Transform, documented({ 200: "What came of each entry, in their order; `status` says whether it was queued." }, examples.batch))
  .setHeaders(idempotencyKey("Holds for each entry by its place in the list: a repeated batch answers with the first results and sends nothing; 1 to 255 characters."))
  .setPayload(SendBatch)
  .addSuccess(BatchResult)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.RateLimited.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "List emails, newest first")
  .annotate(OpenApi.Description, "Filters hold all together. To go through all pages, ask for `after` what the page before has in `next`, until that is null.")
  .setUrlParams(emailQuery)
  .addSuccess(EmailList)
  .addError(errors.ValidationFailed.schema)

const get = HttpApiEndpoint.get("get", "/:id")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "Get the log of one email")
  .setPath(Path)
  .addSuccess(Email)
  .addError(errors.NotFound.schema)

const cancel = HttpApiEndpoint.post("cancel", "/:id/cancel")
  .annotateContext(requires("email:send"))
  .annotate(OpenApi.Summary, "Keep an email from being sent")
  .annotate(OpenApi.Description, "Takes no body. For what was scheduled, and for what waits for its next attempt; the month's quota gets it back.")
  .setPath(Path)
  .annotate(OpenApi.Transform, documented({ 200: "It is `failed` now, and nothing more is tried." }))
  .addSuccess(Email)
  .addError(errors.NotFound.schema)
  .addError(errors.NotCancellable.schema)

const events = HttpApiEndpoint.get("events", "/:id/events")
  .annotateContext(requires("email:read"))
  .annotate(OpenApi.Summary, "Tell what happened to one email, oldest first, and what comes next")
  .setPath(Path)
  .addSuccess(Timeline)
  .addError(errors.NotFound.schema)

/** Sending mail, and following what became of it. */
export const emailsGroup = HttpApiGroup.make("emails")
  .add(send)
  .add(batch)
  .add(list)
  .add(get)
  .add(cancel)
  .add(events)
  .prefix("/v1/emails")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Emails")
