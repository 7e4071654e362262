import { type DnsHandler, TCPServer, UDPServer } from "dns2"
import type { Socket } from "node:net"
import { listen as listenTcp, scopedPeer } from "../peers.js"
import { toPacket, typeName } from "./packet.js"
import {
  answer,
  type DnsBehaviour,
  type DnsScript,
  type DnsType,
  Scripts,
  type Zone
} from "./zone.js"

/** A DNS server for tests. `await using` closes it at the end of the block. */
export interface DnsPeer extends AsyncDisposable {
  /** Such as `127.0.0.1:40123`, over UDP and TCP. */
  readonly address: string
  /** Oldest first; names in the case of the query, types such as `TXT`. */
  readonly queries: ReadonlyArray<{ readonly name: string; readonly type: string }>
  readonly set: <T extends DnsType>(name: string, type: T, script: DnsScript<T>) => void
  readonly remove: (name: string) => void
  /** Does this for every query; without an argument, answers normally again. */
  readonly fail: (behaviour?: DnsBehaviour) => void
  readonly forget: () => void
  readonly close: () => Promise<void>
}

const listenUdp = (server: UDPServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.bind(port, "127.0.0.1", () => resolve())
  })

interface Servers {
  readonly port: number
  readonly close: () => Promise<void>
}

/** On one port with both protocols; tries another if the first isn't free for both. */
const listen = async (handler: DnsHandler, tries = 10): Promise<Servers> => {
  const tcp = new TCPServer(handler)
  const udp = new UDPServer(handler)
  const sockets = new Set<Socket>()
  tcp.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  const closeTcp = (): Promise<void> =>
    new Promise((resolve) => {
      tcp.close(() => resolve())
      sockets.forEach((socket) => socket.destroy())
    })
  const port = await listenTcp(tcp)
  try {
    await listenUdp(udp, port)
  } catch (error) {
    await closeTcp()
    if (tries <= 1) throw error
    return listen(handler, tries - 1)
  }
  return {
    port,
    close: async () => {
      await closeTcp()
      await new Promise<void>((resolve) => udp.close(() => resolve()))
    }
  }
}

const ignore = (): void => {}

/**
 * Starts a DNS server on 127.0.0.1, over UDP and TCP: `await using dns = await startDnsPeer({ zone:
 * { "example.com": { A: ["192.0.2.1"] } } })`. Send queries to `dns.address`. In Effect, use
 * `dnsPeer`.
 */
export const startDnsPeer = async ({
  zone = {}
}: { readonly zone?: Zone } = {}): Promise<DnsPeer> => {
  const queries: Array<{ readonly name: string; readonly type: string }> = []
  const scripts = new Scripts()
  let failure: DnsBehaviour | undefined
  for (const [name, types] of Object.entries(zone)) {
    for (const [type, script] of Object.entries<DnsScript<DnsType> | undefined>(types))
      if (script !== undefined) scripts.set(name, type as DnsType, script)
  }

  const servers = await listen((request, send) => {
    const [question] = request.questions
    if (question === undefined) return
    const query = { name: question.name, type: typeName(question.type) }
    queries.push(query)
    const outcome = failure ?? answer(scripts, query.name, query.type)
    // The client may be gone. Over TCP the library returns undefined, contrary to its types.
    if (outcome !== "silence") void Promise.resolve(send(toPacket(request, outcome))).catch(ignore)
  })

  let closed: Promise<void> | undefined
  // A UDP socket can be closed only once.
  const close = (): Promise<void> => (closed ??= servers.close())

  return {
    address: `127.0.0.1:${String(servers.port)}`,
    queries,
    set: (name, type, script) => scripts.set(name, type, script),
    remove: (name) => scripts.remove(name),
    fail: (behaviour) => {
      failure = behaviour
    },
    forget: () => {
      queries.length = 0
    },
    close,
    [Symbol.asyncDispose]: close
  }
}

/** `startDnsPeer` as a scoped resource. */
export const dnsPeer = (options: { readonly zone?: Zone } = {}) =>
  scopedPeer(() => startDnsPeer(options))
