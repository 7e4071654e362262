import { StorageError } from "@telemark/core"
import { type NodeHandler, requestIdOf, type WebHandler } from "@telemark/http"
import type { Calls } from "./calls.js"

/** The HTTP interface as its two handlers. */
export interface Doors {
  readonly web: WebHandler
  readonly node: NodeHandler
}

const gone = new StorageError({ reason: "unavailable", cause: undefined })
const body = JSON.stringify({ error: gone.code })

const headersFor = (id: string | null | undefined) => ({
  "content-type": "application/json",
  // Behind one address there may be another process that answers already.
  "retry-after": "1",
  "connection": "close",
  "x-request-id": requestIdOf(id ?? undefined)
})

/** The same handlers, whose requests count as calls under way, and which answer 503 once Telemark is closed. */
export const closable = ({ node, web }: Doors, calls: Calls): Doors => ({
  web: (request) =>
    calls.isClosed()
      ? Promise.resolve(new Response(body, { status: 503, headers: headersFor(request.headers.get("x-request-id")) }))
      : calls.make(() => web(request)),
  node: (request, response) => {
    if (calls.isClosed()) {
      const { "x-request-id": id } = request.headers
      response.writeHead(503, headersFor(typeof id === "string" ? id : undefined)).end(body)
      return
    }
    void calls.make(() => new Promise<void>((resolve) => { response.once("close", resolve) }))
    node(request, response)
  }
})
