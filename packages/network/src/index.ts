/** Connections under the network policy, and DNS look-ups. */
export {
  ConnectFailed,
  connectTo,
  type ConnectTimeouts,
  systemAddresses
} from "./Connection/index.js"
export {
  type Answer,
  Dns,
  type DnsOptions,
  DnsTrouble,
  InvalidDnsServers,
  layerDns,
  type LookUps,
  type MxRecord,
  parseDnsServers
} from "./Dns/index.js"
export {
  type AllowedNetworks,
  type Destination,
  type Host,
  InvalidNetworks,
  isLookedUp,
  layerNetworkGuard,
  NetworkGuard,
  type NetworkGuardOptions,
  type NetworkGuardService,
  parseHost,
  parseNetworks
} from "./Guard/index.js"
export {
  type GetAnswer,
  GetFailed,
  type GetOptions,
  getThroughGuard,
  startTls,
  TlsFailed,
  type Trust
} from "./Https/index.js"
