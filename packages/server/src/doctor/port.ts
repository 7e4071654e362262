import { wakeable } from "@telemark/core"
import { Effect } from "effect"
import { connect } from "node:net"
import { addressesOf } from "../application/addresses.js"
import type { Settings } from "../settings/Settings.js"
import { findingsOf } from "./Finding.js"

const { fail, ok } = findingsOf("port")

const timeout = 10_000

/** Fails with the system's error code. */
const dial = (host: string, port: number): Effect.Effect<void, string> =>
  wakeable((resume) => {
    const socket = connect({ host, port, timeout })
    const settle = (result: Effect.Effect<void, string>) => () => {
      socket.destroy()
      resume(result)
    }
    socket.once("connect", settle(Effect.void))
    socket.once("timeout", settle(Effect.fail("ETIMEDOUT")))
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resume(Effect.fail(error.code ?? error.name))
    })
  })

const isTelemark = (settings: Settings) => {
  const health = new URL("/healthz", addressesOf(settings, settings.port).url)
  return Effect.tryPromise((signal) => fetch(health, { signal })).pipe(
    Effect.timeout("2 seconds"),
    Effect.match({
      onFailure: () => false,
      onSuccess: ({ headers, ok }) => ok && headers.has("x-request-id")
    })
  )
}

export const checkPort = (settings: Settings) => {
  const { host, port } = settings
  const { hostname } = new URL(addressesOf(settings, port).url)
  if (port === 0) return Effect.succeed(ok("A free port is chosen at each start."))
  return Effect.matchEffect(dial(hostname.replace(/^\[(.+)\]$/, "$1"), port), {
    onFailure: () => Effect.succeed(ok(`Port ${port} of ${host} is free.`)),
    onSuccess: () =>
      Effect.map(isTelemark(settings), (isOurs) =>
        isOurs
          ? ok(`A Telemark answers on port ${port} of ${host}.`)
          : fail(
              `Another program uses port ${port} of ${host}. Stop it, or set TELEMARK_PORT to another port.`
            )
      )
  })
}
