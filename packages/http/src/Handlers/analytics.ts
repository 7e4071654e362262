import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Analytics } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { answering } from "./answering.js"

export const layerAnalytics = HttpApiBuilder.group(Api, "analytics", (handlers) =>
  Effect.map(Analytics, (analytics) =>
    handlers.handle("summary", answering(({ urlParams }) =>
      Effect.flatMap(CurrentCaller, ({ tenant }) => analytics.summary(tenant, urlParams.period))))))
