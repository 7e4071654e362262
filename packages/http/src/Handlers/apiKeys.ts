import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { ApiKeys, type CreateApiKey } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerApiKeys = HttpApiBuilder.group(Api, "apiKeys", (handlers) =>
  Effect.map(ApiKeys, (keys) =>
    handlers
      .handleRaw("create", answering(({ request }) =>
        Effect.gen(function*() {
          const { rate_limit, scopes, tenant } = yield* CurrentCaller
          return yield* keys.create({ tenant_id: tenant.id, scopes, rate_limit }, yield* readJson<CreateApiKey>(request))
        })))
      .handle("list", answering(() =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => keys.list(tenant.id)),
          Effect.map((data) => ({ data }))
        )))
      .handle("revoke", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => keys.revoke(tenant.id, path.id)),
          Effect.as({ success: true })
        )))))
