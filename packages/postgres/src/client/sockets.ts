import { Effect } from "effect"
import type { Pool } from "pg"
import { Socket } from "node:net"

/**
 * How long closing waits for running statements and for the server to close its connections, in
 * milliseconds.
 */
const closeTimeout = 2000

/** The sockets of a pool's connections, and of those outside of it. */
export interface Sockets {
  readonly stream: () => Socket
  /**
   * Ends the pool: waits for up to 2 s, then destroys what is left. A server that has disappeared
   * would keep the driver and the process waiting.
   */
  readonly close: (pool: Pool) => Effect.Effect<void>
}

export const makeSockets = (): Sockets => {
  const sockets = new Set<Socket>()
  return {
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.on("close", () => {
        sockets.delete(socket)
      })
      return socket
    },
    close: (pool) =>
      Effect.promise(async () => {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise((resolve) => {
          timer = setTimeout(resolve, closeTimeout)
        })
        const closed = async () => {
          await pool.end()
          await Promise.all(
            [...sockets].map(
              (socket) =>
                new Promise((resolve) => {
                  socket.on("close", resolve)
                })
            )
          )
        }
        await Promise.race([closed().catch(() => undefined), late])
        clearTimeout(timer)
        for (const socket of sockets) socket.destroy()
      })
  }
}
