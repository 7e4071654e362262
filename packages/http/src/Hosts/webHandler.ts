import { fromInput } from "@effect/platform/Headers"
import { toWeb } from "@effect/platform/HttpServerResponse"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { makeRun } from "../App/index.js"
import { IncomingRequest } from "../Requests/index.js"
import { webBody } from "./webBody.js"

const goneFrom = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.async((resume) => {
    const tell = (): void => { resume(Effect.void) }
    if (signal.aborted) tell()
    else signal.addEventListener("abort", tell, { once: true })
    return Effect.sync(() => { signal.removeEventListener("abort", tell) })
  })

/** A handler for Hono, Next, Bun and whatever else is fetch-shaped. Its promise is never rejected. */
export type WebHandler = (request: Request) => Promise<Response>

/** The interface as a web handler: paths are those of the interface, beginning with `/v1`. */
export const webHandler: Effect.Effect<WebHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => (request) => {
    const { pathname, search } = new URL(request.url)
    const incoming = new IncomingRequest({
      source: request,
      method: request.method,
      url: pathname + search,
      headers: fromInput(request.headers),
      body: webBody(request),
      gone: goneFrom(request.signal)
    })
    return new Promise((resolve) => {
      run(incoming, (answer) => { resolve(toWeb(answer, { withoutBody: request.method === "HEAD" })) })
    })
  }
)
