import { type Handlers, unavailable } from "@telemark/http"
import type { Calls } from "./calls.js"

/** Tracks requests as calls under way, and answers 503 once Telemark is closed. */
export const closableHandlers = ({ node, web }: Handlers, calls: Calls): Handlers => ({
  web: (request) => (calls.isClosed() ? unavailable.web(request) : calls.make(() => web(request))),
  node: (request, response) =>
    calls.isClosed()
      ? unavailable.node(request, response)
      : calls.make(() => node(request, response))
})
