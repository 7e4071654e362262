import { Effect } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/**
 * Something between the client and the server that can fall silent: connections stay, and nothing
 * gets through.
 */
export const proxy = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const pairs = new Set<readonly [Socket, Socket]>()
      let isFrozen = false
      const server = createServer((client) => {
        const upstream = connect(port, "127.0.0.1")
        const pair = [client, upstream] as const
        pairs.add(pair)
        for (const [from, to] of [
          [client, upstream],
          [upstream, client]
        ] as const) {
          from.on("error", () => undefined)
          from.pipe(to)
          from.on("close", () => {
            if (!isFrozen) to.destroy()
          })
        }
        if (isFrozen) client.unpipe(upstream)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      return {
        port: typeof address === "object" ? (address?.port ?? 0) : 0,
        freeze: Effect.sync(() => {
          isFrozen = true
          for (const [client, upstream] of pairs) {
            client.unpipe(upstream)
            upstream.unpipe(client)
          }
        }),
        thaw: Effect.sync(() => {
          isFrozen = false
        }),
        close: () => {
          server.close()
          for (const socket of [...pairs].flat()) socket.destroy()
        }
      }
    }),
    ({ close }) => Effect.sync(close)
  )
