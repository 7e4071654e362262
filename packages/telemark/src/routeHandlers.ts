import type { Mount } from "./mounts.js"

type RouteHandler = (request: Request) => Promise<Response>

const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const

/** The exports of a route file of Next.js. */
export type RouteHandlers = Readonly<Record<(typeof methods)[number], RouteHandler>>

/**
 * The HTTP API as route handlers of Next.js. `open` is called for each request, since a build loads
 * every route file and must not open the storage. At other paths than `/v1`, return what a
 * Telemark's `at` returns.
 */
export const routeHandlers = (
  open: () => Pick<Mount, "fetch"> | Promise<Pick<Mount, "fetch">>
): RouteHandlers => {
  const handle: RouteHandler = async (request) => (await open()).fetch(request)
  return Object.fromEntries(methods.map((method) => [method, handle])) as RouteHandlers
}
