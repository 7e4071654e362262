import { Data, Duration, Effect } from "effect"
import { lookup } from "node:dns/promises"
import { connect, isIP, isIPv6, type Socket } from "node:net"

/**
 * `policy`: the port or one of the addresses isn't permitted (none is tried). `dns`: the name can't
 * be resolved.
 */
export class ConnectFailed extends Data.TaggedError("ConnectFailed")<{
  readonly reason: "policy" | "dns" | "refused" | "timeout" | "reset"
}> {
  readonly code = "connect_failed"

  override get message(): string {
    switch (this.reason) {
      case "policy":
        return "The host has addresses that aren't public. To allow its network, add it to allowNetworks (TELEMARK_ALLOW_NETWORKS)."
      case "dns":
        return "The host's name can't be resolved."
      case "refused":
        return "The host refuses connections on this port, or can't be reached."
      case "timeout":
        return "The host didn't answer in time."
      case "reset":
        return "The host closed the connection."
    }
  }
}

/** In milliseconds. */
export interface ConnectTimeouts {
  readonly dns: number
  /** Per address. */
  readonly connect: number
}

/** Addresses tried per host. */
const maxAddresses = 4

/**
 * At most four distinct addresses, IPv6 and IPv4 alternating (RFC 8305, 4), for machines without
 * IPv6.
 */
export const alternateFamilies = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const distinct = [...new Set(addresses)]
  const [first = ""] = distinct
  const alike = distinct.filter((address) => isIPv6(address) === isIPv6(first))
  const others = distinct.filter((address) => isIPv6(address) !== isIPv6(first))
  return alike
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(alike.length))
    .slice(0, maxAddresses)
}

/** In milliseconds: what RFC 8305 (8) recommends. */
const connectionAttemptDelay = 250

/** In milliseconds. Connections are kept for later. */
const keepAliveDelay = 10_000

// A socket error without a listener would end the process.
const ignore = (): void => {}

const reasonOf = ({ code }: NodeJS.ErrnoException): ConnectFailed["reason"] =>
  code === "ETIMEDOUT" ? "timeout" : code === "ECONNRESET" ? "reset" : "refused"

interface Outcome {
  readonly connected: (socket: Socket) => void
  readonly failed: (reason: ConnectFailed["reason"]) => void
}

/** Returns what gives the attempt up, or closes its connection. */
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
 * address is tried as soon as the one before it failed, and beside it after 250 ms (RFC 8305),
 * which is all that an address that swallows packets costs. The socket has an error handler.
 * Interruptible.
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

/**
 * From getaddrinfo, which reads the hosts file. Checks no policy: use the guard for hosts that
 * tenants name.
 */
export const systemAddresses = (
  host: string,
  timeoutMillis: number
): Effect.Effect<ReadonlyArray<string>, ConnectFailed> =>
  isIP(host) !== 0
    ? Effect.succeed([host])
    : Effect.tryPromise(() => lookup(host, { all: true })).pipe(
        Effect.timeout(Duration.millis(timeoutMillis)),
        Effect.mapBoth({
          onSuccess: (found) => found.map(({ address }) => address),
          onFailure: () => new ConnectFailed({ reason: "dns" })
        })
      )
