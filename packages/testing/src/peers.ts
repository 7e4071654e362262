import { Effect, type Scope } from "effect"
import type { Server } from "node:net"

/** Returns the port. */
export const listen = (server: Server, port = 0, host = "127.0.0.1"): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })

/** Lets others wait until something holds, which is looked at anew after each `notify`. */
export const makeWatchers = () => {
  const watchers = new Set<() => void>()
  return {
    notify: (): void => [...watchers].forEach((watcher) => watcher()),
    /** Rejects after `timeout` milliseconds if there is one, with `missed` in the message. */
    until: (holds: () => boolean, timeout?: number, missed = ""): Promise<void> =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          watchers.delete(watcher)
        }
        const watcher = (): void => {
          if (!holds()) return
          settle()
          resolve()
        }
        const giveUp = (): void => {
          settle()
          reject(new Error(`${missed} within ${String(timeout)} ms`))
        }
        const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
        watchers.add(watcher)
        watcher()
      })
  }
}

/** A peer that is closed with its scope. */
export const scopedPeer = <Peer extends { readonly close: () => Promise<void> }>(
  start: () => Promise<Peer>
): Effect.Effect<Peer, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.promise(start), (peer) => Effect.promise(() => peer.close()))
