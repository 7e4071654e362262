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
  // By connection: a response that stands behind another one when its connection is lost never emits `close`.
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let isFinishing = false
  const endAfter = (socket: Socket, response: ServerResponse): void => {
    response.shouldKeepAlive = false
    response.once("close", () => { if (inFlight.get(socket)?.size === 0) socket.destroySoon() })
  }
  server.on("connection", (socket: Socket) => {
    inFlight.set(socket, new Set())
    socket.once("close", () => inFlight.delete(socket))
  })
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = inFlight.get(socket)
    responses?.add(response)
    response.once("close", () => responses?.delete(response))
    if (isFinishing) endAfter(socket, response)
  })
  return {
    finish: () => {
      isFinishing = true
      for (const [socket, responses] of inFlight) {
        // The last one alone: told to end after an earlier one, Node would throw those behind it away.
        const last = [...responses].at(-1)
        if (last === undefined) socket.destroy()
        else endAfter(socket, last)
      }
    }
  }
}
