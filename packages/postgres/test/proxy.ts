import { startProxy } from "@telemark-tools/connections"
import { Effect } from "effect"

/** A proxy to a port of this machine, until the scope closes. */
export const proxy = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startProxy(port)),
    ({ close }) => Effect.sync(close)
  )
