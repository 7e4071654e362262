/**
 * A scriptable DNS server over UDP and TCP. It answers from a zone, fails or stays silent, and
 * records the queries.
 */
export { dnsPeer } from "./dnsPeer.js"
export { type DnsPeer, startDnsPeer } from "./peer.js"
export type { DnsBehaviour, DnsOutcome, DnsScript, DnsType, DnsValues, Zone } from "./zone.js"
