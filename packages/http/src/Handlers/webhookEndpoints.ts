import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { type CreateWebhookEndpoint, type ReplayWebhooks, type TestWebhook, type UpdateWebhookEndpoint, WebhookEndpoints } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson, whileConnected } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerWebhookEndpoints = HttpApiBuilder.group(Api, "webhookEndpoints", (handlers) =>
  Effect.map(WebhookEndpoints, (endpoints) =>
    handlers
      .handleRaw("create", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, endpoints.create(tenant.id, yield* readJson<CreateWebhookEndpoint>(request)))
        })))
      .handle("list", answering(() =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => endpoints.list(tenant.id)),
          Effect.map((data) => ({ data }))
        )))
      .handle("get", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => endpoints.get(tenant.id, path.id))))
      .handleRaw("update", answering(({ path, request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, endpoints.update(tenant.id, path.id, yield* readJson<UpdateWebhookEndpoint>(request)))
        })))
      .handle("remove", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => endpoints.remove(tenant.id, path.id)),
          Effect.as({ success: true })
        )))
      .handle("rotateSecret", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => endpoints.rotateSecret(tenant.id, path.id))))
      .handleRaw("test", answering(({ path, request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, endpoints.test(tenant.id, path.id, yield* readJson<TestWebhook>(request, { absent: {} })))
        })))
      .handle("deliveries", answering(({ path, urlParams }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => endpoints.deliveries(tenant.id, path.id, urlParams))))
      .handleRaw("replay", answering(({ path, request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, endpoints.replay(tenant.id, path.id, yield* readJson<ReplayWebhooks>(request)))
        })))))
