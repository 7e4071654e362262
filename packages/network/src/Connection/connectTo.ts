import { Effect } from "effect"
import { connect, type Socket } from "node:net"
import { ConnectFailed, type ConnectTimeouts } from "./ConnectFailed.js"
import { alternateFamilies } from "./alternateFamilies.js"

// A socket error without a listener would end the process.
const ignore = (): void => {}

const reasonOf = ({ code }: NodeJS.ErrnoException): ConnectFailed["reason"] =>
  code === "ETIMEDOUT" ? "timeout" : code === "ECONNRESET" ? "reset" : "refused"

const dial = (
  address: string,
  port: number,
  timeout: number
): Effect.Effect<Socket, ConnectFailed> =>
  Effect.async<Socket, ConnectFailed>((resume) => {
    const socket = connect({ host: address, port, noDelay: true })
    const settle = (outcome: Effect.Effect<Socket, ConnectFailed>): void => {
      clearTimeout(timer)
      resume(outcome)
    }
    const timer = setTimeout(() => {
      socket.destroy()
      settle(Effect.fail(new ConnectFailed({ reason: "timeout" })))
    }, timeout)
    socket.on("error", ignore)
    socket.once("error", (error) =>
      settle(Effect.fail(new ConnectFailed({ reason: reasonOf(error) })))
    )
    socket.once("connect", () => settle(Effect.succeed(socket)))
    return Effect.sync(() => {
      clearTimeout(timer)
      socket.destroy()
    })
  })

/**
 * Connects to the first of at most four addresses that answers; fails as the last one. The socket
 * has an error handler. Interruptible.
 */
export const connectTo = (
  addresses: ReadonlyArray<string>,
  port: number,
  timeouts: Pick<ConnectTimeouts, "connect">
): Effect.Effect<Socket, ConnectFailed> => {
  const [first, ...others] = alternateFamilies(addresses)
  if (first === undefined) return Effect.fail(new ConnectFailed({ reason: "dns" }))
  return others.reduce(
    (attempt, address) => Effect.orElse(attempt, () => dial(address, port, timeouts.connect)),
    dial(first, port, timeouts.connect)
  )
}
