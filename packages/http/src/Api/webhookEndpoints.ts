import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { CreateWebhookEndpoint, ReplayWebhooks, TestWebhook, UpdateWebhookEndpoint } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented, withOptionalBody } from "./documented.js"
import { pageQuery, query } from "./query.js"
import {
  CreatedWebhookEndpoint, ReplayedWebhooks, RotatedWebhookSecret, WebhookAttempt, WebhookEndpoint, WebhookEndpointList
} from "./webhookSchemas.js"
import { answered, pageOf, Success } from "./wire.js"

const Path = Schema.Struct({ id: Schema.String.annotations({ description: "The number of the endpoint." }) })

const examples = {
  create: { delivery: { url: "https://example.com/hooks", events: ["email.delivered", "email.bounced", "email.complained"] } },
  update: { pause: { active: false }, events: { events: ["email.bounced", "email.failed"] } },
  test: { bounce: { type: "email.bounced" } },
  replay: {
    event: { event_id: "evt_019a8c5e7d3b7f2a9c41d6e80b5f1a23" },
    span: { since: "2026-11-21T08:00:00Z", until: "2026-11-21T09:30:00Z" }
  }
}

const create = HttpApiEndpoint.post("create", "/")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Create a webhook endpoint")
  .annotate(OpenApi.Description, "From now on the tenant's events of these kinds are posted to it. A tenant has ten endpoints at most.")
  .setPayload(CreateWebhookEndpoint)
  .annotate(OpenApi.Transform, documented({ 201: "The endpoint. Its secret is shown only here." }, examples.create))
  .addSuccess(answered(201, "CreatedWebhookEndpoint", CreatedWebhookEndpoint))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("webhook:read"))
  .annotate(OpenApi.Summary, "List webhook endpoints, newest first")
  .addSuccess(WebhookEndpointList)

const get = HttpApiEndpoint.get("get", "/:id")
  .annotateContext(requires("webhook:read"))
  .annotate(OpenApi.Summary, "Get a webhook endpoint")
  .setPath(Path)
  .addSuccess(WebhookEndpoint)
  .addError(errors.NotFound.schema)

const update = HttpApiEndpoint.patch("update", "/:id")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Change a webhook endpoint")
  .annotate(OpenApi.Description, "What is left out stays as it is. Made inactive, it gets nothing more, nor what was waiting for it.")
  .setPath(Path)
  .setPayload(UpdateWebhookEndpoint)
  .annotate(OpenApi.Transform, documented({}, examples.update))
  .addSuccess(WebhookEndpoint)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

const remove = HttpApiEndpoint.del("remove", "/:id")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Remove a webhook endpoint, with what was waiting for it")
  .setPath(Path)
  .addSuccess(Success)
  .addError(errors.NotFound.schema)

const rotateSecret = HttpApiEndpoint.post("rotateSecret", "/:id/rotate-secret")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Make a webhook endpoint's next secret")
  .annotate(OpenApi.Description, "Takes no body. The secret before signs beside it for 24 hours.")
  .setPath(Path)
  .annotate(OpenApi.Transform, documented({ 200: "The new secret. It is shown only here." }))
  .addSuccess(RotatedWebhookSecret)
  .addError(errors.NotFound.schema)

const test = HttpApiEndpoint.post("test", "/:id/test")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Post a sample to a webhook endpoint, once and at once")
  .annotate(
    OpenApi.Description,
    "Needs no body; `type` chooses the kind of event, by default the first that the endpoint takes. Answers once the endpoint has, or after 15 seconds."
  )
  .setPath(Path)
  .setPayload(TestWebhook)
  .annotate(OpenApi.Transform, withOptionalBody(documented({ 200: "What came of it, whether or not it was taken." }, examples.test)))
  .addSuccess(WebhookAttempt)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.WebhookTestsBusy.schema)

const deliveries = HttpApiEndpoint.get("deliveries", "/:id/deliveries")
  .annotateContext(requires("webhook:read"))
  .annotate(OpenApi.Summary, "List the attempts at a webhook endpoint, newest first")
  .setPath(Path)
  .setUrlParams(query(pageQuery))
  .addSuccess(pageOf("WebhookAttemptList", WebhookAttempt))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)

const replay = HttpApiEndpoint.post("replay", "/:id/replay")
  .annotateContext(requires("webhook:write"))
  .annotate(OpenApi.Summary, "Deliver events to a webhook endpoint again")
  .annotate(
    OpenApi.Description,
    "Either one event, whatever its kind, or those from `since` to before `until` (by default now) of the kinds that the endpoint takes. Their ids stay the same."
  )
  .setPath(Path)
  .setPayload(ReplayWebhooks)
  .annotate(OpenApi.Transform, documented({ 200: "They are queued. Where `next_since` isn't null, ask again from there for the rest." }, examples.replay))
  .addSuccess(ReplayedWebhooks)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

/** URLs that a tenant's events are posted to. */
export const webhookEndpointsGroup = HttpApiGroup.make("webhookEndpoints")
  .add(create)
  .add(list)
  .add(get)
  .add(update)
  .add(remove)
  .add(rotateSecret)
  .add(test)
  .add(deliveries)
  .add(replay)
  .prefix("/v1/webhook-endpoints")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Webhook endpoints")
