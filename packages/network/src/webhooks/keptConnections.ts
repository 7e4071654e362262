// A build reads only files that its entry point leads to.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./undici.d.ts" />
import type { Dispatcher } from "undici"
import Client from "undici/lib/dispatcher/client.js"
import type { Connector } from "./connector.js"

export interface Posting {
  /** Names and values alternate. */
  readonly headers: Array<string>
  readonly body: Buffer
}

/** For one URL, one request at a time. The first opens it. */
interface Connection {
  /** When it was created, in milliseconds of `performance.now()`. */
  readonly since: number
  readonly post: (posting: Posting, handler: Dispatcher.DispatchHandler) => void
  /** Closes it at once, even while it is being opened. */
  readonly destroy: () => void
}

/** Limit of a response's header fields, in octets. */
const maxHeaderSize = 16_384

/**
 * Milliseconds of an idle connection; a shorter time that the server offers counts, less one
 * second.
 */
const maxIdle = 4000

const ignore = (): void => {}

/**
 * `onClose`: either side has closed it; a waiting request then reopens it. The caller handles all
 * other time-outs.
 */
const makeConnection = (
  url: string,
  connect: Connector,
  lifetimeMillis: number,
  onClose: () => void
): Connection => {
  const idle = Math.max(1, Math.min(maxIdle, lifetimeMillis))
  const { origin, pathname, search } = new URL(url)
  let giveUp = ignore
  const client = new Client(origin, {
    connect: (options, callback) => {
      giveUp = connect(options, callback)
    },
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
    keepAliveTimeout: idle,
    keepAliveMaxTimeout: idle,
    keepAliveTimeoutThreshold: 1000
  })
  client.on("disconnect", onClose)
  return {
    since: performance.now(),
    post: ({ body, headers }, handler) =>
      void client.dispatch({ method: "POST", path: pathname + search, headers, body }, handler),
    destroy: () => {
      client.destroy(ignore)
      giveUp()
    }
  }
}

export interface Destination {
  readonly endpoint_id: number
  readonly url: string
}

export interface Taken {
  readonly connection: Connection
  readonly key: string
  /** Whether it has been used before. */
  readonly wasKept: boolean
}

interface ConnectionsOptions {
  /** Older connections aren't used again, so that DNS and the network policy are consulted anew. */
  readonly lifetimeMillis: number
  readonly maxKept: number
}

export interface Connections {
  /** An idle connection; a new one if there is none or if `isFresh`. */
  readonly take: (destination: Destination, isFresh: boolean) => Taken
  /** Keeps the connection for the next request, for a limited time. */
  readonly keep: (taken: Taken) => void
  readonly drop: (taken: Taken) => void
  readonly destroy: () => void
}

export const makeConnections = (
  connect: Connector,
  { lifetimeMillis, maxKept }: ConnectionsOptions
): Connections => {
  const open = new Set<Connection>()
  // The connection that has been idle longest comes first.
  const kept = new Map<Connection, string>()
  const keptOf = new Map<string, Array<Connection>>()

  const unkeep = (connection: Connection): void => {
    const key = kept.get(connection)
    const others = key === undefined ? undefined : keptOf.get(key)
    if (key === undefined || others === undefined) return
    kept.delete(connection)
    others.splice(others.lastIndexOf(connection), 1)
    if (others.length === 0) keptOf.delete(key)
  }
  const close = (connection: Connection): void => {
    open.delete(connection)
    unkeep(connection)
    connection.destroy()
  }
  const isYoung = (connection: Connection): boolean =>
    performance.now() - connection.since < lifetimeMillis

  /** The one used last. Older ones stay idle until they expire. */
  const takeKept = (key: string): Connection | undefined => {
    const connection = keptOf.get(key)?.at(-1)
    if (connection === undefined) return undefined
    unkeep(connection)
    if (isYoung(connection)) return connection
    close(connection)
    return takeKept(key)
  }
  const make = (url: string): Connection => {
    // A connection in use is returned by its user.
    const connection = makeConnection(url, connect, lifetimeMillis, () => {
      if (kept.has(connection)) close(connection)
    })
    open.add(connection)
    return connection
  }
  return {
    take: ({ endpoint_id, url }, isFresh) => {
      const key = `${String(endpoint_id)} ${url}`
      const known = isFresh ? undefined : takeKept(key)
      return { key, connection: known ?? make(url), wasKept: known !== undefined }
    },
    keep: ({ connection, key }) => {
      if (!isYoung(connection)) return close(connection)
      kept.set(connection, key)
      const others = keptOf.get(key)
      if (others === undefined) keptOf.set(key, [connection])
      else others.push(connection)
      const [idleLongest] = kept.keys()
      if (kept.size > maxKept && idleLongest !== undefined) close(idleLongest)
    },
    drop: ({ connection }) => close(connection),
    destroy: () => open.forEach(close)
  }
}
