import { Duration, Effect } from "effect"
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { ConnectFailed } from "./ConnectFailed.js"

/**
 * All addresses from getaddrinfo, which reads the hosts file. Checks no policy: use the guard for
 * hosts that tenants name.
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
