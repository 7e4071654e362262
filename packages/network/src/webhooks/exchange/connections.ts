import type { Connector } from "../connection/connector.js"
import { type Connection, makeConnection } from "./connection.js"

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

export interface ConnectionsOptions {
  /**
   * Connections older than this aren't used again, so that DNS and the network policy are consulted
   * anew.
   */
  readonly lifetimeMillis: number
  readonly maxKept: number
}

export interface Connections {
  /** Takes an idle connection; opens a new one if there is none or if `isFresh`. */
  readonly take: (line: Destination, isFresh: boolean) => Taken
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

  /** The connection that was used last. Older ones stay idle until they expire. */
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
