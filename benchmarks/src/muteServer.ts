import { type AddressInfo, createServer, type Socket } from "node:net"
import { atEnd } from "./lifetime.js"

export interface MuteServer {
  readonly port: number
  /** Hangs up on everybody and takes nobody any more. */
  readonly close: () => void
}

/** Takes connections and says nothing until the end. */
export const startMuteServer = (): Promise<MuteServer> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket
        .on("error", () => socket.destroy())
        .once("close", () => {
          sockets.delete(socket)
        })
      socket.resume()
    })
    const close = (): void => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    atEnd(close)
    server.listen(0, "127.0.0.1", () => {
      resolve({ port: (server.address() as AddressInfo).port, close })
    })
  })
