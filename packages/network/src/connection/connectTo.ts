import { Effect } from "effect"
import { connect, type Socket } from "node:net"
import { ConnectFailed, type ConnectTimeouts } from "./ConnectFailed.js"
import { alternateFamilies } from "./alternateFamilies.js"

/** In milliseconds: what RFC 8305 (8) recommends. */
const connectionAttemptDelay = 250

/** In milliseconds. Connections to mail servers and webhook endpoints are kept for later. */
const keepAliveDelay = 10_000

// A socket error without a listener would end the process.
const ignore = (): void => {}

const reasonOf = ({ code }: NodeJS.ErrnoException): ConnectFailed["reason"] =>
  code === "ETIMEDOUT" ? "timeout" : code === "ECONNRESET" ? "reset" : "refused"

interface Outcome {
  readonly connected: (socket: Socket) => void
  readonly failed: (reason: ConnectFailed["reason"]) => void
}

/** Returns a function that gives the attempt up, or closes the connection that it made. */
const dial = (
  address: string,
  port: number,
  timeout: number,
  { connected, failed }: Outcome
): (() => void) => {
  const socket = connect({
    host: address,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelay
  })
  const giveUp = (): void => {
    clearTimeout(timer)
    socket.removeListener("connect", onConnect).removeListener("error", onError).destroy()
  }
  const onConnect = (): void => {
    clearTimeout(timer)
    socket.removeListener("error", onError)
    connected(socket)
  }
  const onError = (error: NodeJS.ErrnoException): void => {
    giveUp()
    failed(reasonOf(error))
  }
  const timer = setTimeout(() => {
    giveUp()
    failed("timeout")
  }, timeout)
  socket.on("error", ignore).once("error", onError).once("connect", onConnect)
  return giveUp
}

/**
 * Connects to the first of at most four addresses that answers, and fails as the last one. An
 * address is tried as soon as the one before it failed, and beside it if that hasn't answered after
 * 250 ms (RFC 8305), so that an address that swallows packets costs no more than that. The socket
 * has an error handler. Interruptible.
 */
export const connectTo = (
  addresses: ReadonlyArray<string>,
  port: number,
  timeouts: Pick<ConnectTimeouts, "connect">
): Effect.Effect<Socket, ConnectFailed> =>
  Effect.callback((resume) => {
    const untried = [...alternateFamilies(addresses)]
    const attempts = new Set<() => void>()
    let next: NodeJS.Timeout | undefined
    const stopAllBut = (made?: () => void): void => {
      clearTimeout(next)
      for (const giveUp of attempts) if (giveUp !== made) giveUp()
    }
    const tryNext = (): void => {
      clearTimeout(next)
      const address = untried.shift()
      if (address === undefined) return
      const giveUp = dial(address, port, timeouts.connect, {
        connected: (socket) => {
          stopAllBut(giveUp)
          resume(Effect.succeed(socket))
        },
        failed: (reason) => {
          attempts.delete(giveUp)
          if (untried.length === 0 && attempts.size === 0)
            resume(Effect.fail(new ConnectFailed({ reason })))
          else tryNext()
        }
      })
      attempts.add(giveUp)
      if (untried.length > 0) next = setTimeout(tryNext, connectionAttemptDelay)
    }
    if (untried.length === 0) resume(Effect.fail(new ConnectFailed({ reason: "dns" })))
    else tryNext()
    return Effect.sync(stopAllBut)
  })
