import type { ValidationFailed } from "@telemark/core"
import { type HandlersAt, type MountOptions, readMount } from "@telemark/http"
import { Result } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Calls } from "./calls.js"
import { closableHandlers } from "./closableHandlers.js"
import { type FastifyPlugin, type FastifyPluginOptions, makeFastifyPlugin } from "./fastify.js"

/** The HTTP API as request handlers. */
export interface Mount {
  /**
   * For frameworks with `Request` and `Response`:
   * `app.all("/v1/*", (c) => telemark.fetch(c.req.raw))` in Hono.
   */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * For Node: `http.createServer(telemark.nodeHandler)`, or `app.use("/v1", telemark.nodeHandler)`
   * in Express.
   */
  readonly nodeHandler: (request: IncomingMessage, response: ServerResponse) => void
}

/** The HTTP API for all frameworks. Paths begin with `/v1`. */
export interface Mounts extends Mount {
  /**
   * For Fastify: `app.register(telemark.fastifyPlugin, { prefix: "/v1" })`. A prefix with
   * parameters fails with `ValidationFailed`.
   */
  readonly fastifyPlugin: FastifyPlugin
  /**
   * Handlers for a host that leaves its path in requests: at `/mail` and `/mail/v1`, sends go to
   * `/mail/v1/emails/send`. Throws for an invalid path.
   */
  readonly at: (path: string) => Mount
}

export const makeMounts = (
  handlersAt: HandlersAt,
  calls: Calls,
  options: FastifyPluginOptions = {}
): Mounts => {
  const mountAt = (path: string, options?: MountOptions): Result.Result<Mount, ValidationFailed> =>
    Result.map(readMount(path), (mount) => {
      const { node, web } = closableHandlers(handlersAt(mount, options), calls)
      return { fetch: web, nodeHandler: (request, response) => void node(request, response) }
    })
  const at = (path: string): Mount => Result.getOrThrowWith(mountAt(path), (invalid) => invalid)
  return {
    ...at("/"),
    at,
    fastifyPlugin: makeFastifyPlugin((path) => mountAt(path, { hostKeepsPaths: true }), options)
  }
}
