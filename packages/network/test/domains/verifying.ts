import { dkimValue, type DomainFindings, type DomainQuestion, DomainVerifier } from "@telemark/core"
import { layerDns } from "@telemark/network"
import { type DnsPeer, dnsPeer, type Zone } from "@telemark/testing"
import { Effect, Layer, type Scope } from "effect"
import { layerDomainVerifier } from "../../src/domains/layerDomainVerifier.js"

/** A key whose bytes matter to nobody. */
export const key = { selector: "tmone", algorithm: "rsa", public_key: "QUJDREVGR0hJSktM" } as const
export const edKey = {
  selector: "tmtwo",
  algorithm: "ed25519",
  public_key: "YWJjZGVmZ2hpamts"
} as const

export const domain = "shop.example"
export const keyHost = "tmone._domainkey.shop.example"

export const question: DomainQuestion = {
  domain,
  keys: [key],
  spf: "include:_spf.sender.example",
  sending_ips: []
}

/** All that is handed out for `question`, published; and what the sender itself publishes. */
export const published: Zone = {
  "shop.example": { TXT: ["v=spf1 include:_spf.sender.example ~all"] },
  [keyHost]: { TXT: [dkimValue(key)] },
  "_dmarc.shop.example": { TXT: ["v=DMARC1; p=none;"] },
  "_spf.sender.example": { TXT: ["v=spf1 ip4:192.0.2.0/28 ip6:2001:db8::/64 ~all"] }
}

/** Verifies through a DNS server with this zone. */
export const verify = (
  zone: Zone,
  asked: Partial<DomainQuestion> = {},
  timeout?: number
): Effect.Effect<DomainFindings, never, Scope.Scope> =>
  Effect.flatMap(dnsPeer({ zone }), (peer) => verifyBy(peer, asked, timeout))

/** Verifies through this DNS server. `timeout` is for servers that keep silent, in milliseconds. */
export const verifyBy = (
  peer: DnsPeer,
  asked: Partial<DomainQuestion> = {},
  timeout = 60_000
): Effect.Effect<DomainFindings> =>
  Effect.flatMap(DomainVerifier, (verifier) => verifier.verify({ ...question, ...asked })).pipe(
    Effect.provide(
      Layer.provide(layerDomainVerifier, layerDns({ servers: [peer.address], timeout }))
    ),
    Effect.orDie
  )

/** What is found for an SPF record of the domain. */
export const spfOf = (
  record: string | ReadonlyArray<string>,
  asked: Partial<DomainQuestion> = {},
  more: Zone = {}
) =>
  Effect.map(
    verify(
      {
        ...published,
        [domain]: { ...more[domain], TXT: typeof record === "string" ? [record] : record },
        ...without(more, domain)
      },
      asked
    ),
    ({ spf, warnings }) => ({ ...spf, warnings })
  )

const without = (zone: Zone, name: string): Zone =>
  Object.fromEntries(Object.entries(zone).filter(([key]) => key !== name))
