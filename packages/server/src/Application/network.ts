import { type Dns, layerDns, layerNetworkGuard, type NetworkGuard } from "@telemark/network"
import { Layer } from "effect"
import type { Settings } from "../Settings/index.js"

export const layerNameServers = (servers: ReadonlyArray<string> | undefined): Layer.Layer<Dns> =>
  // The settings were validated by the same rules.
  Layer.orDie(layerDns({ servers }))

/** DNS and the network guard for hosts that tenants name. */
export const layerNetwork = ({
  allowNetworks,
  dnsServers
}: Settings): Layer.Layer<Dns | NetworkGuard> =>
  Layer.merge(
    layerNameServers(dnsServers),
    Layer.orDie(layerNetworkGuard({ allow: allowNetworks, dns: { servers: dnsServers } }))
  )
