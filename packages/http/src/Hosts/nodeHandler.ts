import type { ServerResponse } from "node:http"
import type { Services, StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { makeRun, type Run } from "../App/index.js"
import { IncomingRequest } from "../Requests/index.js"
import { atRoot, type MountPath } from "./mount.js"
import { nodeBody, type NodeRequest } from "./nodeBody.js"
import { writeNodeResponse } from "./nodeResponse.js"
import { nodeUrl } from "./nodeUrl.js"

const goneFrom = (response: ServerResponse): Effect.Effect<void> =>
  Effect.async((resume) => {
    const notify = (): void => { resume(Effect.void) }
    if (response.closed) notify()
    else response.once("close", notify)
    return Effect.sync(() => { response.off("close", notify) })
  })

/** A handler for `http.createServer`, and for `app.use("/v1", …)` of Express and its like. */
export type NodeHandler = (request: NodeRequest, response: ServerResponse) => void

/**
 * The same, whose promise is resolved once the request is answered, also where nobody is left to be answered, and never rejected. Events of a
 * response don't tell: `close` may be over before the handler is called, and is never emitted where a connection is lost while
 * its response stands behind another one.
 */
export type AnsweringNodeHandler = (request: NodeRequest, response: ServerResponse) => Promise<void>

/** Node joins what is given more than once, but for a few names that nothing here asks for. */
const headerOf = ({ headers }: NodeRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : value?.[0]
}

/** A handler that finds the interface's paths below a mount. */
export const makeNodeHandler = (run: Run, mount: MountPath, hostKeepsPaths = false): AnsweringNodeHandler => (request, response) => {
  const incoming = new IncomingRequest({
    method: request.method ?? "GET",
    url: nodeUrl(request, mount, hostKeepsPaths),
    header: (name) => headerOf(request, name),
    body: nodeBody(request),
    gone: goneFrom(response)
  })
  return new Promise((resolve) => {
    run(incoming, (answer) => {
      try {
        writeNodeResponse(request, response, answer)
      } finally {
        resolve()
      }
    })
  })
}

/**
 * The interface as a Node handler. It reads and writes Node's own objects and runs one fiber for a request,
 * which is about half the cost of the platform's server. A client that hangs up doesn't interrupt its
 * request, unless a handler says so: what the transaction has decided stands.
 */
export const nodeHandler: Effect.Effect<NodeHandler, never, Services | StorageHealth> = Effect.map(
  makeRun,
  (run) => {
    const handle = makeNodeHandler(run, atRoot)
    return (request, response) => void handle(request, response)
  }
)
