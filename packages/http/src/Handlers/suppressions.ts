import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type AddSuppression, Suppressions } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerSuppressions = HttpApiBuilder.group(Api, "suppressions", (handlers) =>
  Effect.map(Suppressions, (suppressions) =>
    handlers
      .handleRaw("add", ({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          const { isNew } = yield* suppressions.add(tenant.id, yield* readJson<AddSuppression>(request))
          return HttpServerResponse.unsafeJson({ status: "suppressed" }, { status: isNew ? 201 : 200 })
        }))
      .handle("list", answering(({ urlParams }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => suppressions.list(tenant.id, urlParams))))
      .handle("check", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => suppressions.check(tenant.id, path.email))))
      .handle("remove", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => suppressions.remove(tenant.id, path.email)),
          Effect.as({ success: true })
        )))))
