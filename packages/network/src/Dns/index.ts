export {
  type Answer,
  Dns,
  type DnsOptions,
  DnsTrouble,
  type LookUps,
  type MxRecord
} from "./Dns.js"
export { layerDns, makeDns } from "./layerDns.js"
export { InvalidDnsServers, parseDnsServers } from "./servers.js"
