import { wakeable } from "@telemark/core"
import { Data, type Duration, Effect } from "effect"
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse
} from "node:http"
import type { AddressInfo, Socket } from "node:net"

interface Connections {
  /** Closes connections with requests in flight after those, and all others at once. */
  readonly finish: () => void
}

/**
 * When a server closes, Node ends connections that idle between requests. But it keeps for a minute
 * those that never had a request, which browsers open in advance, and those with a request in
 * flight until their keep-alive timeout.
 */
const trackConnections = (server: Server): Connections => {
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
        // The last response: after an earlier one, Node would discard the others.
        const last = [...responses].at(-1)
        if (last === undefined) socket.destroy()
        else endAfter(socket, last)
      }
    }
  }
}

type SettingsPrefix = "TELEMARK" | "TELEMARK_METRICS"

/** The HTTP server can't listen on the configured address. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  /** The system's error code, such as `EADDRINUSE`. */
  readonly reason: string
  /** How the names of the settings begin that named them. */
  readonly settings: SettingsPrefix
}> {
  readonly code = "listen_failed"

  override get message(): string {
    switch (this.reason) {
      case "EADDRINUSE":
        return (
          `Port ${this.port} of ${this.host} is in use already, perhaps by another Telemark. ` +
          `Stop the program that uses it, or set ${this.settings}_PORT to another port.`
        )
      case "EACCES":
        return `This user may not listen on port ${this.port}. Set ${this.settings}_PORT to a port from 1024 up, or let a reverse proxy listen on that port.`
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        return `${this.host} is not an address of this machine. Set ${this.settings}_HOST to one that is, or to 0.0.0.0 for all of them.`
      default:
        return `The server can't listen on port ${this.port} of ${this.host} (${this.reason}). Check ${this.settings}_HOST and ${this.settings}_PORT.`
    }
  }
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** `TELEMARK` by default. */
  readonly settings?: SettingsPrefix
  readonly listener: RequestListener
  /** For a connection without a request, in milliseconds. */
  readonly keepAlive: number
  /** For requests in flight once the scope closes. */
  readonly drain: Duration.Input
}

interface Listening {
  readonly server: Server
  readonly connections: Connections
}

/** For proxies, and for streams that last for minutes. */
const serverOptions = (keepAlive: number): ServerOptions => ({
  // By default 5 seconds: a proxy that keeps its connections longer now and then sends a request on
  // one that is just being closed, and answers 502.
  keepAliveTimeout: keepAlive,
  // By default off: the system looks after clients of event streams that are gone without a word.
  keepAlive: true
})

const open = ({
  host,
  keepAlive,
  listener,
  port,
  settings = "TELEMARK"
}: ListenOptions): Effect.Effect<Listening, ListenFailed> =>
  wakeable((resume) => {
    const server = createServer(serverOptions(keepAlive), listener)
    const connections = trackConnections(server)
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(new ListenFailed({ host, port, settings, reason: error.code ?? error.name }))
    })
    server.listen({ host, port }, () => {
      resume(Effect.succeed({ server, connections }))
    })
  })

const close = ({ connections, server }: Listening, drain: Duration.Input): Effect.Effect<void> =>
  wakeable<void>((resume) => {
    server.close(() => {
      resume(Effect.void)
    })
    connections.finish()
  }).pipe(
    Effect.interruptible,
    Effect.timeout(drain),
    Effect.catchTag("TimeoutError", () =>
      Effect.andThen(
        Effect.logWarning("requests in flight did not finish in time and were cut off"),
        Effect.sync(() => {
          server.closeAllConnections()
        })
      )
    )
  )

/**
 * Until the scope closes; requests in flight are cut off after `drain`. Returns the port, which the
 * system chooses for 0.
 */
export const listen = (options: ListenOptions) =>
  Effect.map(
    Effect.acquireRelease(open(options), (listening) => close(listening, options.drain)),
    ({ server }) => ({ port: (server.address() as AddressInfo).port })
  )
