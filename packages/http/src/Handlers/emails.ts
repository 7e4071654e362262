import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { ApiKeys, Emails, Events, type SendBatch, type SendRequest } from "@telemark/core"
import { Effect, Either } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { incoming, largestSend, readJson } from "../Requests/index.js"
import { answering } from "./answering.js"
import { answerOf, countOf, entriesOf, logFailures, withinLimit } from "./batch.js"
import { inQuery } from "./inQuery.js"

const ofSends = { most: largestSend }

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
          const body = yield* readJson<SendRequest>(request, ofSends)
          const result = yield* emails.send(caller.tenant, body, { idempotencyKey: headers["idempotency-key"] })
          return HttpServerResponse.unsafeJson(result, { status: result.idempotent_replay ? 200 : 201 })
        }))
      .handleRaw("batch", ({ headers, request }) =>
        Effect.gen(function*() {
          const caller = yield* CurrentCaller
          // How many sends it counts as is only known once it is read. What can't be read is counted as well, and told of afterwards.
          const body = yield* Effect.either(Effect.map(readJson<Partial<SendBatch> | null>(request, ofSends), entriesOf))
          // Nothing was read, and only this answer has the rest of the body thrown away.
          if (Either.isLeft(body) && body.left._tag === "LargeBodiesBusy") return yield* body.left
          incoming(request).rateLimit = yield* keys.countSend(caller, countOf(Either.getOrElse(body, () => []), caller))
          const entries = yield* withinLimit(yield* body, caller)
          const results = yield* emails.sendBatch(caller.tenant, entries, { idempotencyKey: headers["idempotency-key"] })
          yield* logFailures(results)
          return HttpServerResponse.unsafeJson({ data: results.map((result) => answerOf(result, incoming(request).requestId)) })
        }))
      .handle("list", answering(({ urlParams }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => inQuery(emails.list(tenant.id, urlParams)))))
      .handle("get", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => emails.get(tenant.id, path.id))))
      .handle("cancel", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => emails.cancel(tenant.id, path.id))))
      .handle("events", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => events.timeline(tenant.id, path.id))))
  }))
