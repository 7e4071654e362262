import type { ValidationFailed } from "@telemark/core"
import {
  type Handlers,
  type HandlersAt,
  type MountOptions,
  readMount,
  unavailable
} from "@telemark/http"
import { Result } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Calls } from "./calls.js"
import { type FastifyPlugin, type FastifyPluginOptions, makeFastifyPlugin } from "./fastify.js"

export interface Mount {
  /** `app.all("/v1/*", (c) => telemark.fetch(c.req.raw))` in Hono. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * `http.createServer(telemark.nodeHandler)`, or `app.use("/v1", telemark.nodeHandler)` in
   * Express.
   */
  readonly nodeHandler: (request: IncomingMessage, response: ServerResponse) => void
}

/** The HTTP API for all frameworks. Paths begin with `/v1`. */
export interface Mounts extends Mount {
  /**
   * `app.register(telemark.fastifyPlugin, { prefix: "/v1" })`. Parameters in it:
   * `ValidationFailed`.
   */
  readonly fastifyPlugin: FastifyPlugin
  /**
   * For a host that leaves its path in requests: at `/mail` and `/mail/v1`, sends go to
   * `/mail/v1/emails/send`. Throws for an invalid path.
   */
  readonly at: (path: string) => Mount
}

/** Tracks requests as calls under way, and answers 503 once Telemark is closed. */
const closableHandlers = ({ node, web }: Handlers, calls: Calls): Handlers => ({
  web: (request) => (calls.isClosed() ? unavailable.web(request) : calls.make(() => web(request))),
  node: (request, response) =>
    calls.isClosed()
      ? unavailable.node(request, response)
      : calls.make(() => node(request, response))
})

export const makeMounts = (
  handlersAt: HandlersAt,
  calls: Calls,
  { front, ...plugin }: FastifyPluginOptions & Pick<MountOptions, "front"> = {}
): Mounts => {
  const mountAt = (path: string, options?: MountOptions): Result.Result<Mount, ValidationFailed> =>
    Result.map(readMount(path), (mount) => {
      const { node, web } = closableHandlers(
        handlersAt(mount, { ...options, ...(front === undefined ? {} : { front }) }),
        calls
      )
      return { fetch: web, nodeHandler: (request, response) => void node(request, response) }
    })
  const at = (path: string): Mount => Result.getOrThrowWith(mountAt(path), (invalid) => invalid)
  return {
    ...at("/"),
    at,
    fastifyPlugin: makeFastifyPlugin((path) => mountAt(path, { hostKeepsPaths: true }), plugin)
  }
}
