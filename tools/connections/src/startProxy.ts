import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/**
 * Something between a client and a server on this machine that can fall silent: connections stay,
 * and nothing gets through.
 */
export interface Proxy {
  readonly port: number
  readonly freeze: () => void
  /** Falls silent on the next connection on which a client says this. */
  readonly freezeAt: (text: string) => void
  /** Lets new connections through. Those that were frozen stay silent for ever. */
  readonly thaw: () => void
  /** Leads new connections to another port. Those that are open stay where they are. */
  readonly lead: (port: number) => void
  readonly close: () => void
}

/** Starts a proxy to a port of this machine. */
export const startProxy = async (port: number): Promise<Proxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  let led = port
  let freezeAt: string | undefined
  const server = createServer((client) => {
    const upstream = connect(led, "127.0.0.1")
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
    client.on("data", (said) => {
      if (freezeAt === undefined || !said.includes(freezeAt)) return
      freezeAt = undefined
      client.unpipe(upstream)
      upstream.unpipe(client)
    })
    if (isFrozen) client.unpipe(upstream)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    freeze: () => {
      isFrozen = true
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream)
        upstream.unpipe(client)
      }
    },
    freezeAt: (text) => {
      freezeAt = text
    },
    thaw: () => {
      isFrozen = false
    },
    lead: (port) => {
      led = port
    },
    close: () => {
      server.close()
      for (const socket of [...pairs].flat()) socket.destroy()
    }
  }
}
