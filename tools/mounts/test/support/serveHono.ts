import { getRequestListener } from "@hono/node-server"
import { listen, type Listening } from "../../src/index.js"

/** Serves a Hono application on a free port. */
export const serveHono = ({
  fetch
}: {
  readonly fetch: Parameters<typeof getRequestListener>[0]
}): Promise<Listening> => {
  const listener = getRequestListener(fetch)
  return listen((request, response) => void listener(request, response))
}
