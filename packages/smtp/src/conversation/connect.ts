import { connectTo, systemAddresses } from "@telemark/network"
import { Effect } from "effect"
import type { Connect } from "./route.js"

/** Opens a socket to a host that the operator configured, so no network policy applies. */
export const connect: Connect = ({ host, port }, timeouts) =>
  Effect.flatMap(systemAddresses(host, timeouts.dns), (addresses) =>
    connectTo(addresses, port, timeouts)
  )
