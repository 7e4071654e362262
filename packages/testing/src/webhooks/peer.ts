import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse
} from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { listen, makeWatchers, scopedPeer } from "../peers.js"
import { behave, type WebhookBehaviour } from "./behaviour.js"

export interface ReceivedWebhook {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  /** Names in lower case. Values of repeated fields are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** When it was complete, in epoch milliseconds. */
  readonly at: number
}

/** By default it speaks HTTP. */
export interface WebhookPeerOptions {
  /** Key and certificate (PEM), for HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}

/** A webhook receiver for tests. `await using` closes it at the end of the block. */
export interface WebhookPeer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`; any path works. */
  readonly url: string
  readonly port: number
  /** Oldest first. */
  readonly requests: ReadonlyArray<ReceivedWebhook>
  /** Since the start. */
  readonly connections: number
  readonly open: number
  /**
   * For all requests, or a function of the request and its number, counted from 1. The default is
   * 200.
   */
  readonly answer: (
    behaviour: WebhookBehaviour | ((request: ReceivedWebhook, n: number) => WebhookBehaviour)
  ) => void
  /**
   * Resolves once `isReached` returns true. Rejects after `timeout` milliseconds if you give one.
   */
  readonly until: (isReached: (peer: WebhookPeer) => boolean, timeout?: number) => Promise<void>
  /** Closes all connections and refuses new ones. */
  readonly stop: () => Promise<void>
  /** On the same port. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

const joined = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")])
  )

const ignore = (): void => {}

/**
 * Starts a webhook receiver on 127.0.0.1 that answers 200 until `answer` changes that: `await using
 * peer = await startWebhookPeer()`, `peer.answer("stall")`. In Effect, use `webhookPeer`.
 */
export const startWebhookPeer = async ({ tls }: WebhookPeerOptions = {}): Promise<WebhookPeer> => {
  const requests: Array<ReceivedWebhook> = []
  const sockets = new Set<Socket>()
  const { notify, until } = makeWatchers()
  let connections = 0
  let script: (request: ReceivedWebhook, n: number) => WebhookBehaviour = () => ({
    status: 200,
    body: "ok"
  })

  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(message)
    const { headers, method = "", url = "" } = message
    const request = { method, path: url, headers: joined(headers), body, at: Date.now() }
    const behaviour = script(request, requests.push(request))
    notify()
    behave(response, behaviour)
  }
  // Incomplete requests aren't recorded.
  const listener = (message: IncomingMessage, response: ServerResponse): void =>
    void receive(message, response).catch(ignore)

  const start = async (port: number) => {
    const server =
      tls === undefined ? createServer(listener) : createTlsServer({ ...tls }, listener)
    // The client says how long connections are kept.
    server.keepAliveTimeout = 600_000
    server.on("connection", (socket: Socket) => {
      socket.setNoDelay(true)
      connections++
      sockets.add(socket)
      socket.on("error", ignore)
      socket.once("close", () => {
        sockets.delete(socket)
        notify()
      })
      notify()
    })
    return { server, port: await listen(server, port) }
  }
  let running = await start(0)
  const { port } = running
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => running.server.close(resolve))
    sockets.forEach((socket) => socket.destroy())
    await closed
    await until(() => sockets.size === 0)
  }

  const peer: WebhookPeer = {
    url:
      tls === undefined ? `http://127.0.0.1:${String(port)}` : `https://localhost:${String(port)}`,
    port,
    requests,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    answer: (behaviour) => {
      script = typeof behaviour === "function" ? behaviour : () => behaviour
    },
    until: (isReached, timeout) =>
      until(() => isReached(peer), timeout, "The webhook peer did not see the expected requests"),
    stop,
    restart: async () => {
      running = await start(port)
    },
    close: stop,
    [Symbol.asyncDispose]: stop
  }
  return peer
}

/** `startWebhookPeer` as a scoped resource. */
export const webhookPeer = (options: WebhookPeerOptions = {}) =>
  scopedPeer(() => startWebhookPeer(options))
