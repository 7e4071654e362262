import { Effect } from "effect"
import { type AddressInfo, createServer, type Socket } from "node:net"

/**
 * A server that says these lines, one after each thing it hears, and from then on what `rest` says.
 */
export const talking = (rest: (socket: Socket) => void, ...lines: ReadonlyArray<string | Buffer>) =>
  Effect.acquireRelease(
    Effect.promise(() => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        const left = [...lines]
        const speak = (): void => {
          const next = left.shift()
          if (next !== undefined) return void socket.write(next)
          socket.off("data", speak).resume()
          rest(socket)
        }
        sockets.add(socket)
        socket.on("error", () => socket.destroy()).on("data", speak)
        speak()
      })
      return new Promise<{
        readonly server: typeof server
        readonly sockets: ReadonlySet<Socket>
        readonly port: number
      }>((resolve) => {
        server.listen(0, "127.0.0.1", () =>
          resolve({ server, sockets, port: (server.address() as AddressInfo).port })
        )
      })
    }),
    ({ server, sockets }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            sockets.forEach((socket) => socket.destroy())
          })
      )
  )
