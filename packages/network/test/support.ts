import {
  layerNetworkGuard,
  NetworkGuard,
  type NetworkGuardOptions,
  type NetworkGuardService
} from "@telemark/network"
import { Effect, type Scope } from "effect"
import { createServer, type Socket } from "node:net"

/** Waits in milliseconds where nothing is to run out. */
export const patient = { dns: 600_000, connect: 600_000 }

/** Does something with a guard. */
export const guarded = <A, E, R>(
  options: NetworkGuardOptions,
  use: (guard: NetworkGuardService) => Effect.Effect<A, E, R>
) => Effect.provide(Effect.flatMap(NetworkGuard, use), layerNetworkGuard(options))

/** Why it failed. */
export const reasonOf = <A, E extends { readonly reason: string }, R>(
  outcome: Effect.Effect<A, E, R>
): Effect.Effect<string, A, R> => Effect.map(Effect.flip(outcome), ({ reason }) => reason)

/** A socket that is closed at the end of the scope. */
export const closing = <E, R>(
  connection: Effect.Effect<Socket, E, R>
): Effect.Effect<Socket, E, R | Scope.Scope> =>
  Effect.acquireRelease(connection, (socket) => Effect.sync(() => socket.destroy()))

/** A server on a loopback address that counts who connects. */
export interface Counter {
  readonly port: number
  /** Connections since it listens. */
  readonly count: () => number
  /** Resolves once none is open. */
  readonly untilEmpty: Effect.Effect<void>
}

const listen = (host: string, port: number): Promise<Counter & { readonly close: () => void }> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<Socket>()
    let count = 0
    const server = createServer((socket) => {
      count++
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.resume().once("close", () => {
        sockets.delete(socket)
        server.emit("left")
      })
    })
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve({
        port: typeof address === "object" && address !== null ? address.port : port,
        count: () => count,
        untilEmpty: Effect.callback((resume) => {
          const look = (): void => {
            if (sockets.size === 0) resume(Effect.void)
          }
          server.on("left", look)
          look()
        }),
        close: () => {
          server.close()
          sockets.forEach((socket) => socket.destroy())
        }
      })
    })
  })

/** Listens until the scope ends; fails if the machine has no such address. */
export const counter = (host = "127.0.0.1", port = 0) =>
  Effect.acquireRelease(
    Effect.tryPromise(() => listen(host, port)),
    ({ close }) => Effect.sync(close)
  )
