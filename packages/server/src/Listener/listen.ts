import { type Duration, Effect, type Scope } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Connections, trackConnections } from "./connections.js"
import { ListenFailed } from "./errors.js"

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** Time for requests in flight once the scope closes. */
  readonly drain: Duration.DurationInput
}

interface Listening {
  readonly server: Server
  readonly connections: Connections
}

const open = ({ host, listener, port }: ListenOptions): Effect.Effect<Listening, ListenFailed> =>
  Effect.async((resume) => {
    const server = createServer(listener)
    const connections = trackConnections(server)
    server.once("error", (error: NodeJS.ErrnoException) => {
      resume(new ListenFailed({ host, port, reason: error.code ?? error.name }))
    })
    server.listen({ host, port }, () => {
      resume(Effect.succeed({ server, connections }))
    })
  })

const close = (
  { connections, server }: Listening,
  drain: Duration.DurationInput
): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    server.close(() => {
      resume(Effect.void)
    })
    connections.finish()
  }).pipe(
    Effect.interruptible,
    Effect.timeout(drain),
    Effect.catchTag("TimeoutException", () =>
      Effect.zipRight(
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
