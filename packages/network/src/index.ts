/** Sending domains: DKIM key pairs, and verification of SPF, DKIM and DMARC records. */
export { layerDkimKeys } from "./domains/keys/layerDkimKeys.js"
export { type IpAddress, parseAddress } from "./domains/spf/addresses.js"
export {
  checkHost,
  type SpfOutcome,
  type SpfQuestion,
  type SpfResult
} from "./domains/spf/checkHost.js"
export { layerDomainVerifier } from "./domains/verification/layerDomainVerifier.js"
export { parseSpf } from "./domains/verification/parseSpf.js"

/** Posts signed events to webhook endpoints that the network policy permits. */
export {
  layerWebhookCaller,
  layerWebhookCallerWith,
  type WebhookCallerOptions,
  webhookTimeoutMillis
} from "./webhooks/caller/layerWebhookCaller.js"
export { webhookHeaders } from "./webhooks/signing/fields.js"
export { type Signed } from "./webhooks/signing/sign.js"

/** Connections under the network policy, and DNS look-ups. */
export { ConnectFailed, type ConnectTimeouts } from "./connection/ConnectFailed.js"
export { connectTo } from "./connection/connectTo.js"
export { systemAddresses } from "./connection/systemAddresses.js"
export {
  type Answer,
  Dns,
  type DnsOptions,
  DnsTrouble,
  type LookUps,
  type MxRecord
} from "./dns/Dns.js"
export { layerDns } from "./dns/layerDns.js"
export { InvalidDnsServers, parseDnsServers } from "./dns/servers.js"
export { type Destination, NetworkGuard, type NetworkGuardService } from "./guard/NetworkGuard.js"
export { type Host, isLookedUp, parseHost } from "./guard/host.js"
export { layerNetworkGuard, type NetworkGuardOptions } from "./guard/layerNetworkGuard.js"
export { type AllowedNetworks, InvalidNetworks, parseNetworks } from "./guard/networks.js"
export {
  type GetAnswer,
  GetFailed,
  type GetOptions,
  getThroughGuard
} from "./https/getThroughGuard.js"
export { startTls, TlsFailed, type Trust } from "./https/startTls.js"
