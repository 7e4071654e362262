import { Effect, Layer } from "effect"
import { promises } from "node:dns"
import { Dns, type DnsOptions } from "./Dns.js"
import { lookUpsOf } from "./lookUps.js"
import { InvalidDnsServers, parseDnsServers } from "./servers.js"

const tries = 2

/** Resolvers that use these servers, or the system's. */
export const makeDns = ({ servers = [], timeout = 2000 }: DnsOptions = {}): Effect.Effect<
  Dns["Service"],
  InvalidDnsServers
> =>
  Effect.mapBoth(Effect.fromResult(parseDnsServers(servers.join(","))), {
    onFailure: (reason) => new InvalidDnsServers({ reason }),
    onSuccess: (checked) => ({
      resolver: Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => {
            const resolver = new promises.Resolver({ timeout, tries })
            if (checked.length > 0) resolver.setServers(checked)
            return resolver
          }),
          (resolver) => Effect.sync(() => resolver.cancel())
        ),
        lookUpsOf
      )
    })
  })

/** DNS through Node's own resolver, which queries servers directly and ignores the hosts file. */
export const layerDns = (options?: DnsOptions): Layer.Layer<Dns, InvalidDnsServers> =>
  Layer.effect(Dns, makeDns(options))
