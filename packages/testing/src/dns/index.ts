/** A scriptable DNS server, over UDP and TCP: it answers from a zone, fails or keeps silent, and records what it was asked. */
export { dnsPeer } from "./dnsPeer.js"
export { type DnsPeer, startDnsPeer } from "./peer.js"
export type { DnsBehaviour, DnsOutcome, DnsScript, DnsType, DnsValues, Zone } from "./zone.js"
