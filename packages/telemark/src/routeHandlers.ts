import type { Mount } from "./mounts.js"

type RouteHandler = (request: Request) => Promise<Response>

/** The exports of a route file of Next.js. */
export interface RouteHandlers {
  readonly GET: RouteHandler
  readonly HEAD: RouteHandler
  readonly OPTIONS: RouteHandler
  readonly POST: RouteHandler
  readonly PUT: RouteHandler
  readonly PATCH: RouteHandler
  readonly DELETE: RouteHandler
}

/**
 * The HTTP API as route handlers of Next.js. `open` is called for each request, since a build loads
 * every route file and must not open the storage. At other paths than `/v1`, return what a
 * Telemark's `at` returns.
 */
export const routeHandlers = (
  open: () => Pick<Mount, "fetch"> | Promise<Pick<Mount, "fetch">>
): RouteHandlers => {
  const handle: RouteHandler = async (request) => (await open()).fetch(request)
  return {
    GET: handle,
    HEAD: handle,
    OPTIONS: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle
  }
}
