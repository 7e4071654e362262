import type { DnsPeer } from "@telemark/testing"
import type { Outside } from "../host.js"

/** All that a host's Telemark may reach is on this machine. */
export const outsideOf = (dns: DnsPeer): Outside => ({
  dnsServer: dns.address,
  allowNetwork: "127.0.0.1"
})
