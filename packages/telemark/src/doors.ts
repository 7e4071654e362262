import { type Handlers, unavailable } from "@telemark/http"
import type { Calls } from "./calls.js"

/** The same handlers, whose requests count as calls under way until they are answered, and which answer 503 once Telemark is closed. */
export const closable = ({ node, web }: Handlers, calls: Calls): Handlers => ({
  web: (request) => calls.isClosed() ? unavailable.web(request) : calls.make(() => web(request)),
  node: (request, response) => calls.isClosed() ? unavailable.node(request, response) : calls.make(() => node(request, response))
})
