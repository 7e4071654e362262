import { Duration, Effect } from "effect"
import { lookup } from "node:dns/promises"
import { connect as openSocket, isIP, type Socket } from "node:net"
import { broken, type Failure } from "./failure.js"
import type { Route } from "./options.js"

/** Of a host with more addresses, only so many are tried. */
const mostAddresses = 4

const resolve = ({ host, timeouts }: Route): Effect.Effect<ReadonlyArray<string>, Failure> =>
  isIP(host) !== 0
    ? Effect.succeed([host])
    : Effect.tryPromise(() => lookup(host, { all: true })).pipe(
      Effect.timeout(Duration.millis(timeouts.dns)),
      Effect.mapBoth({
        onSuccess: (found) => found.slice(0, mostAddresses).map(({ address }) => address),
        onFailure: () => broken("connect", "dns")
      })
    )

// A socket error that nobody listens to would end the process.
const ignore = (): void => {}

const dial = (address: string, { port, timeouts }: Route): Effect.Effect<Socket, Failure> =>
  Effect.async<Socket, Failure>((resume) => {
    const socket = openSocket({ host: address, port, noDelay: true })
    const timer = setTimeout(() => {
      socket.destroy()
      resume(Effect.fail(broken("connect", "timeout")))
    }, timeouts.connect)
    socket.on("error", ignore)
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      resume(Effect.fail(broken("connect", code === "ETIMEDOUT" ? "timeout" : code === "ECONNRESET" ? "reset" : "refused")))
    })
    socket.once("connect", () => {
      clearTimeout(timer)
      resume(Effect.succeed(socket))
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      socket.destroy()
    })
  })

/** Opens a socket to the host, trying its addresses in turn; fails as the last of them failed. */
export const connect = (route: Route): Effect.Effect<Socket, Failure> =>
  Effect.flatMap(resolve(route), ([first, ...others]) =>
    first === undefined
      ? Effect.fail(broken("connect", "dns"))
      : others.reduce((attempt, address) => Effect.orElse(attempt, () => dial(address, route)), dial(first, route)))
