import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { type AddDomain, Domains } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson, whileConnected } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerDomains = HttpApiBuilder.group(Api, "domains", (handlers) =>
  Effect.map(Domains, (domains) =>
    handlers
      .handleRaw("add", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* whileConnected(request, domains.add(tenant.id, yield* readJson<AddDomain>(request)))
        })))
      .handle("list", answering(() =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => domains.list(tenant.id)),
          Effect.map((all) => ({ domains: all }))
        )))
      .handle("get", answering(({ path }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => domains.get(tenant.id, path.domain))))
      .handle("verify", answering(({ path, request }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => whileConnected(request, domains.verify(tenant.id, path.domain)))))
      .handle("rotateDkim", answering(({ path, request }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => whileConnected(request, domains.rotateDkim(tenant.id, path.domain)))))
      .handle("remove", answering(({ path }) =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => domains.remove(tenant.id, path.domain)),
          Effect.as({ success: true })
        )))))
