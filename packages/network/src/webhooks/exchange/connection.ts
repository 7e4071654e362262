// A build reads only files that its entry point leads to.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./undici.d.ts" />
import type { Dispatcher } from "undici"
import Client from "undici/lib/dispatcher/client.js"
import type { Connector } from "../connection/connector.js"

export interface Posting {
  /** Names and values alternate. */
  readonly headers: Array<string>
  readonly body: Buffer
}

/** One connection for requests to one URL, one at a time. The first request opens it. */
export interface Connection {
  /** When it was created, in milliseconds of `performance.now()`. */
  readonly since: number
  readonly post: (posting: Posting, handler: Dispatcher.DispatchHandler) => void
  /** Closes it at once, even while it is being opened. */
  readonly destroy: () => void
}

/** Limit of a response's header fields, in octets. */
const maxHeaderSize = 16_384

/**
 * Upper limit in milliseconds for an idle connection; a shorter time that the server offers counts,
 * less one second.
 */
const maxIdle = 4000

const ignore = (): void => {}

/**
 * `onClose` is called when either side has closed it; a waiting request then reopens it. The caller
 * handles all time-outs but the idle one.
 */
export const makeConnection = (
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
