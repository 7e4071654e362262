export { type Host, isLookedUp, parseHost } from "./host.js"
export { layerNetworkGuard, type NetworkGuardOptions } from "./layerNetworkGuard.js"
export { type Destination, NetworkGuard, type NetworkGuardService } from "./NetworkGuard.js"
export { type AllowedNetworks, InvalidNetworks, parseNetworks } from "./networks.js"
