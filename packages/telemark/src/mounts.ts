import type { ValidationFailed } from "@telemark/core"
import { type HandlersAt, type MountOptions, readMount } from "@telemark/http"
import { Either } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Calls } from "./calls.js"
import { closable } from "./doors.js"
import { type FastifyPlugin, makeFastifyPlugin } from "./fastify.js"

/** The HTTP API as the two kinds of handler that frameworks take. */
export interface Mount {
  /** For hosts that speak `Request` and `Response`: `app.all("/v1/*", (c) => telemark.fetch(c.req.raw))` in Hono. */
  readonly fetch: (request: Request) => Promise<Response>
  /** For Node: `http.createServer(telemark.nodeHandler)`, or `app.use("/v1", telemark.nodeHandler)` in Express. */
  readonly nodeHandler: (request: IncomingMessage, response: ServerResponse) => void
}

/** The HTTP API for all hosts. Paths begin with `/v1`. */
export interface Mounts extends Mount {
  /**
   * For Fastify: `app.register(telemark.fastifyPlugin, { prefix: "/v1" })`. Any prefix will do, but one with parameters: registering that
   * fails with `ValidationFailed`.
   */
  readonly fastifyPlugin: FastifyPlugin
  /**
   * The handlers for a host that serves the API below another path and leaves that path in its requests. At `/mail` as at
   * `/mail/v1`, sends go to `/mail/v1/emails/send`. Throws `ValidationFailed` if it isn't a path.
   */
  readonly at: (path: string) => Mount
}

/** The handlers at every path. All of them end with the same `close()`. */
export const makeMounts = (handlersAt: HandlersAt, calls: Calls): Mounts => {
  const mountAt = (path: string, options?: MountOptions): Either.Either<Mount, ValidationFailed> =>
    Either.map(readMount(path), (mount) => {
      const { node, web } = closable(handlersAt(mount, options), calls)
      return { fetch: web, nodeHandler: (request, response) => void node(request, response) }
    })
  const at = (path: string): Mount => Either.getOrThrowWith(mountAt(path), (invalid) => invalid)
  return { ...at("/"), at, fastifyPlugin: makeFastifyPlugin((path) => mountAt(path, { hostKeepsPaths: true })) }
}
