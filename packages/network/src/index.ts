/** Sending domains: DKIM key pairs, and verification of SPF, DKIM and DMARC records. */
export { layerDkimKeys } from "./domains/layerDkimKeys.js"
export { type IpAddress, parseAddress } from "./spf/hosts.js"
export { checkHost, type SpfOutcome, type SpfQuestion, type SpfResult } from "./spf/checkHost.js"
export { layerDomainVerifier } from "./domains/layerDomainVerifier.js"
export { parseSpf } from "./domains/spfTerms.js"

/** Posts signed events to webhook endpoints that the network policy permits. */
export {
  layerWebhookCaller,
  layerWebhookCallerWith,
  type WebhookCallerOptions,
  webhookTimeoutMillis
} from "./webhooks/layerWebhookCaller.js"
export { type Signed, webhookHeaders } from "./webhooks/signing.js"

/** Connections under the network policy, and DNS look-ups. */
export {
  ConnectFailed,
  type ConnectTimeouts,
  connectTo,
  systemAddresses
} from "./connection/connectTo.js"
export {
  type Answer,
  Dns,
  type DnsOptions,
  DnsTrouble,
  type LookUps,
  type MxRecord
} from "./dns/Dns.js"
export { layerDns } from "./dns/layerDns.js"
export { InvalidDnsServers, parseDnsServers } from "./dns/Dns.js"
export {
  type Destination,
  layerNetworkGuard,
  NetworkGuard,
  type NetworkGuardOptions,
  type NetworkGuardService
} from "./guard/NetworkGuard.js"
export { type Host, isLookedUp, parseHost } from "./guard/host.js"
export {
  type AllowedNetworks,
  InvalidNetworks,
  makeIsInNetworks,
  parseNetworks
} from "./guard/networks.js"
export {
  type GetAnswer,
  GetFailed,
  type GetOptions,
  getThroughGuard
} from "./guard/getThroughGuard.js"
export {
  AskFailed,
  askHost,
  type AskOptions,
  type HostAnswer,
  type Question
} from "./connection/askHost.js"
export { startTls, TlsFailed, type Trust } from "./connection/startTls.js"
