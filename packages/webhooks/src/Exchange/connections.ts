import type { Connector } from "../Connection/index.js"
import { type Connection, makeConnection } from "./connection.js"

/** Whose connection it is, and where it goes. */
export interface Line {
  readonly endpoint_id: number
  readonly url: string
}

/** A connection that somebody has for himself. */
export interface Taken {
  readonly connection: Connection
  readonly key: string
  /** It has been used before. */
  readonly wasKept: boolean
}

export interface ConnectionsOptions {
  /** After so many milliseconds a connection isn't used again, so that DNS and the policy are asked anew. */
  readonly lifetimeMillis: number
  /** Unused connections at a time, of all endpoints together. */
  readonly maxKept: number
}

/** The connections of all endpoints; none shares its own with another. */
export interface Connections {
  /** A kept one if there is any; otherwise, or if it is to be fresh, a new one. */
  readonly take: (line: Line, isFresh: boolean) => Taken
  /** Keeps it, for a while, for what comes next. */
  readonly keep: (taken: Taken) => void
  /** Closes it at once. */
  readonly drop: (taken: Taken) => void
  /** Closes all at once. */
  readonly destroy: () => void
}

export const makeConnections = (connect: Connector, { lifetimeMillis, maxKept }: ConnectionsOptions): Connections => {
  const open = new Set<Connection>()
  // In the order in which they were put away: the first was unused longest.
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
  const isYoung = (connection: Connection): boolean => performance.now() - connection.since < lifetimeMillis

  /** The one that was used last; older ones that go unused end. */
  const takeKept = (key: string): Connection | undefined => {
    const connection = keptOf.get(key)?.at(-1)
    if (connection === undefined) return undefined
    unkeep(connection)
    if (isYoung(connection)) return connection
    close(connection)
    return takeKept(key)
  }
  const make = (url: string): Connection => {
    // One that is in use is its user's to give back.
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
      const [maxLength] = kept.keys()
      if (kept.size > maxKept && maxLength !== undefined) close(maxLength)
    },
    drop: ({ connection }) => close(connection),
    destroy: () => open.forEach(close)
  }
}
