import { PublicPages } from "@telemark/http"
import { Effect } from "effect"
import type { RequestListener } from "node:http"

/** Addresses in mail, which are answered at every host. */
const isOfMail = /^\/[tu]\//

/**
 * Keeps what the server answers beside the interface from hosts that are names for tracking alone:
 * there, the interface answers everything.
 */
export const besidePages = Effect.gen(function* () {
  const { onlyPagesAt } = yield* PublicPages
  const run = Effect.runForkWith(yield* Effect.context())
  return (beside: RequestListener, api: RequestListener): RequestListener =>
    (request, response) => {
      const isPage = isOfMail.test(request.url ?? "")
      const onlyPages = isPage ? undefined : onlyPagesAt(request.headers.host)
      if (isPage) api(request, response)
      else if (onlyPages === undefined) beside(request, response)
      else
        run(
          // If the storage doesn't say it, the interface says so.
          Effect.map(
            Effect.orElseSucceed(onlyPages, () => true),
            (isOnly) => {
              const listener = isOnly ? api : beside
              listener(request, response)
            }
          )
        )
    }
})
