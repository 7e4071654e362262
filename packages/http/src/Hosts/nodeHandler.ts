import type { ServerResponse } from "node:http"
import type { Headers } from "@effect/platform/Headers"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { makeRun } from "../App/index.js"
import { IncomingRequest } from "../Requests/index.js"
import { nodeBody, type NodeRequest } from "./nodeBody.js"
import { writeNodeResponse } from "./nodeResponse.js"
import { nodeUrl } from "./nodeUrl.js"

const goneFrom = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const tell = (): void => { resume(Effect.void) }
    if (response.closed) tell()
    else response.once("close", tell)
    return Effect.sync(() => { response.off("close", tell) })
  })

/** A handler for `http.createServer`, and for `app.use("/v1", …)` of Express and its like. */
export type NodeHandler = (request: NodeRequest, response: ServerResponse) => void

/**
 * The interface as a Node handler. It reads and writes Node's own objects and runs one fiber for a request,
 * which is about half the cost of the platform's server. A client that hangs up doesn't interrupt its
 * request, unless a handler says so: what the transaction has decided stands.
 */
export const nodeHandler: Effect.Effect<NodeHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => (request, response) => {
    const incoming = new IncomingRequest({
      source: request,
      method: request.method ?? "GET",
      url: nodeUrl(request),
      headers: request.headers as Headers,
      body: nodeBody(request),
      gone: goneFrom(response)
    })
    run(incoming, (answer) => { writeNodeResponse(request, response, answer) })
  }
)
