import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse
} from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { behave, type WebhookBehaviour } from "./behaviour.js"

/** A request that the peer received. */
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

/** Options of the receiver. By default it speaks HTTP. */
export interface WebhookPeerOptions {
  /** Key and certificate (PEM); the peer then speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
}

/**
 * A webhook receiver for tests, and the requests it received. `await using` closes it at the end of
 * the block.
 */
export interface WebhookPeer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`, or `https://localhost:40123`; any path works. */
  readonly url: string
  readonly port: number
  /** All complete requests, oldest first. */
  readonly requests: ReadonlyArray<ReceivedWebhook>
  /** Connections opened since the start. */
  readonly connections: number
  readonly open: number
  /**
   * Sets the answer to all requests, or a function of the request and its number, counted from 1.
   * The default is 200 with `ok`.
   */
  readonly answer: (
    behaviour: WebhookBehaviour | ((request: ReceivedWebhook, n: number) => WebhookBehaviour)
  ) => void
  /**
   * Resolves once `isReached` returns true. Rejects after `timeout` milliseconds if you give one;
   * otherwise it waits for as long as your test does.
   */
  readonly until: (isReached: (peer: WebhookPeer) => boolean, timeout?: number) => Promise<void>
  /** Closes all connections and refuses new ones. */
  readonly stop: () => Promise<void>
  /** Listens again, on the same port. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })

const joined = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")])
  )

const ignore = (): void => {}

/**
 * Starts a webhook receiver on 127.0.0.1 that answers 200 until `answer` changes that:
 * `await using peer = await startWebhookPeer()`, `peer.answer("stall")`. Use `peer.url` as the
 * endpoint's URL. In Effect, use `webhookPeer`.
 */
export const startWebhookPeer = async ({ tls }: WebhookPeerOptions = {}): Promise<WebhookPeer> => {
  const requests: Array<ReceivedWebhook> = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  const notify = (): void => watchers.forEach((watcher) => watcher())
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
    // Leaves it to the client how long connections are kept.
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
  const until = (isReached: () => boolean, timeout?: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        watchers.delete(watcher)
      }
      const watcher = (): void => {
        if (!isReached()) return
        settle()
        resolve()
      }
      const giveUp = (): void => {
        settle()
        reject(
          new Error(
            `The webhook peer did not see the expected requests within ${String(timeout)} ms`
          )
        )
      }
      const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
      watchers.add(watcher)
      watcher()
    })
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
    until: (isReached, timeout) => until(() => isReached(peer), timeout),
    stop,
    restart: async () => {
      running = await start(port)
    },
    close: stop,
    [Symbol.asyncDispose]: stop
  }
  return peer
}
