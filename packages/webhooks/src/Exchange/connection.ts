// A build reads what its entry leads to, and no other file.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./undici.d.ts" />
import type { Dispatcher } from "undici"
// Not from undici's index: that makes an agent of its own the dispatcher of the whole process's `fetch`, and loads for 70 ms longer.
import Client from "undici/lib/dispatcher/client.js"
import type { Connector } from "../Connection/index.js"

/** What is posted. */
export interface Posting {
  /** Names and values in turn. */
  readonly headers: Array<string>
  readonly body: Buffer
}

/** One connection for the requests to one URL, one at a time; opened with the first. */
export interface Connection {
  /** When it was made, in `performance.now()` milliseconds. */
  readonly since: number
  readonly post: (posting: Posting, handler: Dispatcher.DispatchHandler) => void
  /** Closes it at once, also while it is being opened. */
  readonly destroy: () => void
}

/** Octets of an answer's header fields. */
const maxHeaderSize = 16_384

/** Milliseconds for which an unused connection is kept at most, whatever the server offers; a second less than it offers. */
const maxIdle = 4000

const ignore = (): void => {}

/**
 * A connection by this connector, which is kept unused for no longer than its lifetime. `onClose` is called when it has been
 * closed, by whomever; a request that waits then opens it again. Time-outs, other than of idleness, are the caller's.
 */
export const makeConnection = (url: string, connect: Connector, lifetimeMillis: number, onClose: () => void): Connection => {
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
    post: ({ body, headers }, handler) => void client.dispatch({ method: "POST", path: pathname + search, headers, body }, handler),
    destroy: () => {
      client.destroy(ignore)
      giveUp()
    }
  }
}
