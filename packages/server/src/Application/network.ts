import { type Dns, layerDns, layerNetworkGuard, type NetworkGuard } from "@telemark/network"
import { Layer } from "effect"
import type { Settings } from "../Settings/index.js"

/** DNS servers as the settings have them. */
export const layerNameServers = (servers: ReadonlyArray<string> | undefined): Layer.Layer<Dns> =>
  // What the settings hold was read by the same rules.
  Layer.orDie(layerDns({ servers }))

/** DNS, and the way to hosts that tenants name, as the settings have them. */
export const layerNetwork = ({ allowNetworks, dnsServers }: Settings): Layer.Layer<Dns | NetworkGuard> =>
  Layer.merge(
    layerNameServers(dnsServers),
    Layer.orDie(layerNetworkGuard({ allow: allowNetworks, dns: { servers: dnsServers } }))
  )
