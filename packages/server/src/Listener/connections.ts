import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** The connections of a server, as far as closing it in good order needs to know them. */
export interface Connections {
  /** Lets requests in flight finish and ends their connections after them; ends all the others at once. */
  readonly finish: () => void
}

/**
 * Keeps track of a server's connections. Node ends those that idle between two requests, but leaves one on
 * which nothing was ever asked open for a minute, as browsers make in advance, and one whose request was in
 * flight for as long as it may be kept alive.
 */
export const trackConnections = (server: Server): Connections => {
  const sockets = new Set<Socket>()
  const inFlight = new Set<ServerResponse>()
  let isFinishing = false
  const endAfter = (response: ServerResponse): void => {
    response.shouldKeepAlive = false
    response.once("close", () => response.req.socket.destroySoon())
  }
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response)
    response.once("close", () => inFlight.delete(response))
    if (isFinishing) endAfter(response)
  })
  return {
    finish: () => {
      isFinishing = true
      const busy = new Set([...inFlight].map((response) => response.req.socket))
      for (const response of inFlight) endAfter(response)
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
    }
  }
}
