import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { type SaveSmtpConfig, SmtpConfigs } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson, whileConnected } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerSmtpConfig = HttpApiBuilder.group(Api, "smtpConfig", (handlers) =>
  Effect.map(SmtpConfigs, (configs) =>
    handlers
      .handleRaw("save", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          const { provider } = yield* whileConnected(request, configs.save(tenant.id, yield* readJson<SaveSmtpConfig>(request)))
          return { success: true as const, provider }
        })))
      .handle("get", answering(() => Effect.flatMap(CurrentCaller, ({ tenant }) => configs.get(tenant.id))))
      .handle("verify", answering(({ request }) =>
        Effect.flatMap(CurrentCaller, ({ tenant }) => whileConnected(request, configs.verify(tenant.id)))))
      .handle("remove", answering(() =>
        CurrentCaller.pipe(
          Effect.flatMap(({ tenant }) => configs.remove(tenant.id)),
          Effect.as({ success: true })
        )))))
