import { Dns, layerDns, type LookUps } from "@telemark/network"
import { type DnsPeer, dnsPeer, type Zone } from "@telemark/testing"
import { Effect, type Scope } from "effect"
import { promises } from "node:dns"
import { checkHost, type SpfOutcome } from "../../src/spf/checkHost.js"
import { parseAddress } from "../../src/spf/hosts.js"

/**
 * A DNS server of this zone, and look-ups that ask it. `timeout` is for servers that keep silent,
 * in milliseconds.
 */
export const withZone = (
  zone: Zone,
  timeout = 60_000
): Effect.Effect<{ readonly peer: DnsPeer; readonly lookUps: LookUps }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const peer = yield* dnsPeer({ zone })
    const dns = yield* Effect.provide(Dns, layerDns({ servers: [peer.address], timeout }))
    return { peer, lookUps: yield* dns.resolver }
  }).pipe(Effect.orDie)

/** Node's own resolver, asking the same server. */
export const resolverOf = (peer: DnsPeer, timeout = 60_000): promises.Resolver => {
  const resolver = new promises.Resolver({ timeout, tries: 2 })
  resolver.setServers([peer.address])
  return resolver
}

export const addressOf = (text: string) => {
  const address = parseAddress(text)
  if (address === undefined) throw new TypeError("no address")
  return address
}

/** Evaluates `domain` for an address. */
export const check = (
  lookUps: LookUps,
  domain: string,
  address = "192.0.2.1",
  sender?: string,
  helo?: string
): Effect.Effect<SpfOutcome> =>
  checkHost(lookUps, { address: addressOf(address), domain, sender, helo })
