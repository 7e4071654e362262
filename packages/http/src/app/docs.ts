import { inTimeSlices } from "@telemark/core"
import { Effect } from "effect"
import type { Answer } from "../Answer.js"
import { openApiInSteps } from "../openApi/openApiDocument.js"
import { rootPaths } from "../routing/routes.js"

/** The page contains its script. Users may type an API key into it, so it reaches no other host. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer"
}

/**
 * Effect's documentation page. Its script has 2 MB, so it is loaded at the first request. Effect
 * offers it only as a route.
 */
export const loadDocs: Effect.Effect<Answer> = Effect.gen(function* () {
  const [HttpApi, HttpApiSwagger, HttpRouter, OpenApi] = yield* Effect.promise(() =>
    Promise.all([
      import("effect/http-api/HttpApi"),
      import("effect/http-api/HttpApiSwagger"),
      import("effect/http/HttpRouter"),
      import("effect/http-api/OpenApi")
    ])
  )
  // The page shows the document that the API's definition yields.
  const document = yield* inTimeSlices(openApiInSteps)
  const api = HttpApi.make("telemark").annotate(OpenApi.Transform, () => document)
  const { dispose, handler } = HttpRouter.toWebHandler(
    HttpApiSwagger.layer(api, { path: rootPaths.docs }),
    { disableLogger: true }
  )
  const page = yield* Effect.promise(() =>
    handler(new Request(`http://localhost${rootPaths.docs}`))
  )
  const body = new Uint8Array(yield* Effect.promise(() => page.arrayBuffer()))
  yield* Effect.promise(dispose)
  return {
    status: page.status,
    headers: { ...Object.fromEntries(page.headers), ...headers },
    body
  }
})
