import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { ApiKeys, Emails, Events, type SendRequest } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { incoming, readJson } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerEmails = HttpApiBuilder.group(Api, "emails", (handlers) =>
  Effect.gen(function*() {
    const emails = yield* Emails
    const events = yield* Events
    const keys = yield* ApiKeys
    return handlers
      .handleRaw("send", ({ headers, request }) =>
        Effect.gen(function*() {
          const caller = yield* CurrentCaller
          incoming(request).rateLimit = yield* keys.countSend(caller)
          const body = yield* readJson<SendRequest>(request)
          const result = yield* emails.send(caller.tenant, body, { idempotencyKey: headers["idempotency-key"] })
          return HttpServerResponse.unsafeJson(result, { status: result.idempotent_replay ? 200 : 201 })
        }))
      .handle("list", answering(({ urlParams }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => emails.list(tenant.id, urlParams))))
      .handle("get", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => emails.get(tenant.id, path.id))))
      .handle("events", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => events.timeline(tenant.id, path.id))))
  }))
