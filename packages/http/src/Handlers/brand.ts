import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Brands, type UpdateBrand } from "@telemark/core"
import { Effect } from "effect"
import { Api } from "../Api/index.js"
import { CurrentCaller } from "../Authentication/index.js"
import { readJson } from "../Requests/index.js"
import { answering } from "./answering.js"

export const layerBrand = HttpApiBuilder.group(Api, "brand", (handlers) =>
  Effect.map(Brands, (brands) =>
    handlers
      .handle("get", answering(() => Effect.flatMap(CurrentCaller, ({ tenant }) => brands.get(tenant.id))))
      .handleRaw("update", answering(({ request }) =>
        Effect.gen(function*() {
          const { tenant } = yield* CurrentCaller
          return yield* brands.update(tenant.id, yield* readJson<UpdateBrand>(request))
        })))))
