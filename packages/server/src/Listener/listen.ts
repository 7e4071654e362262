import { wakeable } from "@telemark/core"
import { type Duration, Effect, type Scope } from "effect"
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http"
import type { AddressInfo } from "node:net"
import { type Connections, trackConnections } from "./connections.js"
import { ListenFailed } from "./errors.js"

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** How long a connection stays open without a request, in milliseconds. */
  readonly keepAlive: number
  /** Time for requests in flight once the scope closes. */
  readonly drain: Duration.Input
}

interface Listening {
  readonly server: Server
  readonly connections: Connections
}

/** Node's defaults that don't fit a server behind proxies whose streams last for minutes. */
const serverOptions = (keepAlive: number): ServerOptions => ({
  // By default 5 seconds: a proxy that keeps its connections longer now and then sends a request
  // on one that is just being closed, and answers 502.
  keepAliveTimeout: keepAlive,
  // By default off: the system looks after clients of event streams that are gone without a word.
  keepAlive: true
})

const open = ({
  host,
  keepAlive,
  listener,
  port
}: ListenOptions): Effect.Effect<Listening, ListenFailed> =>
  wakeable((resume) => {
    const server = createServer(serverOptions(keepAlive), listener)
    const connections = trackConnections(server)
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(new ListenFailed({ host, port, reason: error.code ?? error.name }))
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
 * Serves HTTP until the scope closes, then cuts off requests in flight after `drain`. Returns the
 * port, which the system chooses for 0.
 */
export const listen = (
  options: ListenOptions
): Effect.Effect<{ readonly port: number }, ListenFailed, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(open(options), (listening) => close(listening, options.drain)),
    ({ server }) => ({ port: (server.address() as AddressInfo).port })
  )
