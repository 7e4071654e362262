import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** The open connections of a server. */
export interface Connections {
  /** Closes connections with requests in flight after those requests, and all others at once. */
  readonly finish: () => void
}

/**
 * Tracks a server's connections. When a server closes, Node ends connections that idle between
 * requests. But it keeps those that never had a request, which browsers open in advance, for a
 * minute, and those with a request in flight until their keep-alive timeout.
 */
export const trackConnections = (server: Server): Connections => {
  // By connection: a response queued behind another one never emits `close` if the connection is
  // lost.
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let isFinishing = false
  const endAfter = (socket: Socket, response: ServerResponse): void => {
    response.shouldKeepAlive = false
    response.once("close", () => {
      if (inFlight.get(socket)?.size === 0) socket.destroySoon()
    })
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
        // Only the last response: if an earlier one ended the connection, Node would discard those
        // after it.
        const last = [...responses].at(-1)
        if (last === undefined) socket.destroy()
        else endAfter(socket, last)
      }
    }
  }
}
