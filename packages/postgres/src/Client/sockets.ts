import { Effect } from "effect"
import { Socket } from "node:net"
import type { Pool } from "pg"

/** How long closing waits for statements under way and for the server's goodbye, in milliseconds. */
const patience = 2000

/** The sockets of a pool's connections, and of those beside it. */
export interface Sockets {
  /** What the driver makes its connections of. */
  readonly stream: () => Socket
  /**
   * Ends the pool: waits for what is under way, but not for long, then cuts what is left. A server that has gone
   * without a word never closes a connection, and the driver would wait for it, and so would the process.
   */
  readonly close: (pool: Pool) => Effect.Effect<void>
}

export const makeSockets = (): Sockets => {
  const sockets = new Set<Socket>()
  return {
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.on("close", () => { sockets.delete(socket) })
      return socket
    },
    close: (pool) =>
      Effect.promise(async () => {
        let timer: NodeJS.Timeout | undefined
        const late = new Promise((resolve) => { timer = setTimeout(resolve, patience) })
        const closed = async () => {
          await pool.end()
          await Promise.all([...sockets].map((socket) => new Promise((resolve) => { socket.on("close", resolve) })))
        }
        await Promise.race([closed().catch(() => undefined), late])
        clearTimeout(timer)
        for (const socket of sockets) socket.destroy()
      })
  }
}
